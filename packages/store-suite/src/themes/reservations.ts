/** Tests of what a reservation grants and refuses; part of the store suite. */
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '../samples/index.ts';
import { openWithKey, quota } from './key-with-limits.ts';

export function describeReservations(open: OpenHarness): void {
  describe('reservations', () => {
    describeRefusals(open);
    describeGrants(open);
  });
}

function describeRefusals(open: OpenHarness): void {
  it('changes nothing when it refuses', async () => {
    const { reserve, readState: read } = await openWithKey(open, {
      ...quota,
      requestsPerMinute: 1,
      windows: { '5h': 5 },
    });
    for (const id of ['x-1', 'x-2']) {
      expect(await reserve(id, { nanoUsd: 6 })).toMatchObject({
        kind: 'refused',
        limit: 'window_5h',
        standing: { requests: { limit: 1, remaining: 1 } },
      });
    }
    expect(await read()).toMatchObject({ reservedNanoUsd: 0, running: 0, windows: {} });
  });

  it('tells what is held from what is used up', async () => {
    const { reserve, settle } = await openWithKey(open, quota);
    await reserve('x-1', { nanoUsd: 90 });
    expect(await reserve('x-2', { nanoUsd: 20 })).toStrictEqual({
      kind: 'held',
      limit: 'key_quota',
    });
    expect(await reserve('x-2', { nanoUsd: 20, last: true })).toMatchObject({ kind: 'refused' });
    await settle('x-1', 90);
    expect(await reserve('x-2', { nanoUsd: 20 })).toStrictEqual({
      kind: 'refused',
      limit: 'key_quota',
      needed: 20,
      left: 10,
      standing: {},
    });
  });

  it.each([
    [{ quota: { tokens: 50, reset: 'none' } }, 'key_tokens'],
    [{ windows: { '1d': 50 } }, 'window_1d'],
    [{ windows: { '7d': 50, '5h': 70 } }, 'window_7d'],
    [{ concurrency: 1 }, 'concurrency'],
    [{ requestsPerMinute: 1 }, 'requests_per_minute'],
    [{ tokensPerMinute: 50 }, 'tokens_per_minute'],
  ] as const)('refuses what goes beyond %j', async (limits, limit) => {
    const { reserve, settle } = await openWithKey(open, limits);
    const amounts = { nanoUsd: 40, tokens: 40, rateTokens: 40 };
    expect(await reserve('x-1', amounts)).toMatchObject({ kind: 'granted' });
    if (limit !== 'concurrency') await settle('x-1', 40);
    expect(await reserve('x-2', amounts)).toMatchObject({ kind: 'refused', limit });
  });

  it('refuses what the totals could not count, whatever the limits leave', async () => {
    const { store, reserve } = await openWithKey(open, quota);
    const other = await addSampleKey(store, 2);
    await store.settle(settlementOfCost('x-1', other, Number.MAX_SAFE_INTEGER - 10));
    const refused = { kind: 'refused', limit: 'account_balance' };
    expect(await reserve('x-2', { nanoUsd: 11 })).toMatchObject(refused);
    expect(await reserve('x-3', { nanoUsd: 10 })).toMatchObject({ kind: 'granted' });
    expect(await store.checkLedger()).toMatchObject({ reserved: 10, faults: [] });
  });

  it('refuses amounts that cannot be kept, and not what is asked beside it', async () => {
    const { reserve } = await openWithKey(open, quota);
    const bad = [
      { nanoUsd: 2 ** 53 },
      { nanoUsd: Number.NaN },
      { nanoUsd: -1 },
      { nanoUsd: 0.5 },
    ].map((amounts, index) => reserve(`bad-${String(index)}`, amounts));
    const good = reserve('x-1', { nanoUsd: 100 });
    for (const refused of bad) await expect(refused).rejects.toBeInstanceOf(RangeError);
    expect(await good).toMatchObject({ kind: 'granted', nanoUsd: 100 });
  });
}

function describeGrants(open: OpenHarness): void {
  it('gives a smaller answer when the limit is nearly used up', async () => {
    const { reserve, settle } = await openWithKey(open, quota);
    await settle('x-1', 70);
    const amounts = { nanoUsd: 50, leastNanoUsd: 10 };
    expect(await reserve('x-2', amounts)).toMatchObject({ kind: 'granted', nanoUsd: 30 });
    expect(await reserve('x-3', amounts)).toStrictEqual({ kind: 'held', limit: 'key_quota' });
  });

  it('gives the last asker what is free, if that is the least it needs', async () => {
    const { reserve } = await openWithKey(open, quota);
    await reserve('x-1', { nanoUsd: 70 });
    const amounts = { nanoUsd: 50, leastNanoUsd: 30 };
    expect(await reserve('x-2', amounts)).toMatchObject({ kind: 'held' });
    expect(await reserve('x-2', { ...amounts, last: true })).toMatchObject({ nanoUsd: 30 });
  });

  it('keeps what is held, and the place, until the exchange ends', async () => {
    const limits = { quota: { nanoUsd: 100, tokens: 100, reset: 'none' }, concurrency: 2 } as const;
    const { reserve, settle, readState: read, store } = await openWithKey(open, limits);
    await reserve('x-1', { nanoUsd: 60, tokens: 50 });
    expect(await read()).toMatchObject({ reservedNanoUsd: 60, reservedTokens: 50, running: 1 });
    expect((await store.readAccount('default'))?.state).toMatchObject({ reserved: 60 });
    await settle('x-1', 20);
    expect(await read()).toMatchObject({
      spent: 20,
      reservedNanoUsd: 0,
      reservedTokens: 0,
      running: 0,
      requests: 1,
      quota: { nanoUsd: 20 },
    });
    expect((await store.readAccount('default'))?.state).toMatchObject({ reserved: 0, spent: 20 });
  });

  it('holds it once when the same exchange asks again', async () => {
    const { reserve, readState: read, store } = await openWithKey(open, quota);
    await reserve('x-1', { nanoUsd: 60 });
    expect(await reserve('x-1', { nanoUsd: 60 })).toMatchObject({ kind: 'granted', nanoUsd: 60 });
    await Promise.all([reserve('x-1', { nanoUsd: 50 }), reserve('x-1', { nanoUsd: 50 })]);
    expect(await read()).toMatchObject({ reservedNanoUsd: 50, running: 1 });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });

  it('lends prepaid accounts no more than they have, all their keys together', async () => {
    const { store } = await open();
    const { id: accountId } = sampleAccount(1);
    await store.addAccount(sampleAccount(1));
    await store.credit({ id: 'c-1', kind: 'top-up', accountId, nanoUsd: 100 });
    const keys = [
      await addSampleKey(store, 1, { accountId }),
      await addSampleKey(store, 2, { accountId }),
    ];
    const outcomes = keys.map((key, index) =>
      store.reserve(reservationRequestOf(`x-${String(index)}`, key, { nanoUsd: 60 })),
    );
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toStrictEqual([
      'granted',
      'held',
    ]);
    await store.changeAccount(accountId, { prepaid: false });
    const [, second] = keys;
    if (second === undefined) throw new Error('There is no second key.');
    expect(await store.reserve(reservationRequestOf('x-1', second, { nanoUsd: 60 }))).toMatchObject(
      {
        kind: 'granted',
      },
    );
  });

  it('tells how far the rates are used', async () => {
    const { reserve } = await openWithKey(open, { requestsPerMinute: 60, tokensPerMinute: 600 });
    expect(await reserve('x-1', { nanoUsd: 0, rateTokens: 100 })).toMatchObject({
      standing: {
        requests: { limit: 60, remaining: 59 },
        tokens: { limit: 600, remaining: 500 },
      },
    });
  });
}
