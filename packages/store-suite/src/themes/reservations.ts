/** Tests of reservations and limits; part of the store suite. */
import type { KeyLimits, KeyRecord, KeyState, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
  type SampleAmounts,
} from '../samples.ts';

export function describeReservations(open: OpenHarness, supports: StoreSupport): void {
  describe('reservations', () => {
    describeRefusals(open);
    describeGrants(open);
    describePeriods(open);
    describeBatches(open);
  });
  describe.skipIf(!supports.sharing)('reservations of several stores on the same data', () => {
    describeSeveralStores(open);
  });
}

async function openWithKey(open: OpenHarness, limits: KeyLimits) {
  const harness = await open();
  const { store } = harness;
  const key = await addSampleKey(store, 1, { limits });
  const reserve = (id: string, amounts: SampleAmounts) =>
    store.reserve(reservationRequestOf(id, key, amounts));
  const settle = (id: string, nanoUsd: number) => store.settle(settlementOfCost(id, key, nanoUsd));
  return { ...harness, key, reserve, settle, readState: () => readState(store, key) };
}

async function readState(store: Store, key: KeyRecord): Promise<KeyState> {
  const listed = await store.readKey(key.id);
  if (listed === undefined) throw new Error('There is no such key.');
  return listed.state;
}

const quota = { quota: { nanoUsd: 100, reset: 'none' } } as const;

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

function describePeriods(open: OpenHarness): void {
  it('begins windows with the first call and ends them in time', async (test) => {
    const {
      passTime,
      reserve,
      settle,
      readState: read,
    } = await openWithKey(open, {
      windows: { '5h': 100 },
    });
    if (passTime === undefined) return test.skip('This harness lends no clock.');
    expect((await read()).windows).toStrictEqual({});
    await reserve('x-1', { nanoUsd: 100 });
    await settle('x-1', 100);
    const startedAt = (await read()).windows['5h']?.startedAt ?? Infinity;
    await passTime(4 * 3_600_000);
    const refused = await reserve('x-2', { nanoUsd: 1 });
    expect(refused).toMatchObject({ limit: 'window_5h', retryAt: startedAt + 5 * 3_600_000 });
    await passTime(3_600_000);
    expect(await reserve('x-2', { nanoUsd: 1 })).toMatchObject({ kind: 'granted' });
    expect((await read()).windows['5h']?.startedAt).toBeGreaterThan(startedAt);
  });

  it('begins a quota anew with its period and carries over what is held', async (test) => {
    const {
      passTime,
      reserve,
      settle,
      readState: read,
      store,
    } = await openWithKey(open, {
      quota: { nanoUsd: 100, reset: 'day' },
    });
    if (passTime === undefined) return test.skip('This harness lends no clock.');
    await settle('x-1', 60);
    await reserve('x-2', { nanoUsd: 40 });
    expect(await reserve('x-3', { nanoUsd: 60 })).toMatchObject({ kind: 'refused' });
    await passTime(24 * 3_600_000);
    expect((await read()).quota).toMatchObject({ nanoUsd: 0 });
    expect(await reserve('x-3', { nanoUsd: 60 })).toMatchObject({ kind: 'granted' });
    await settle('x-2', 40);
    expect(await read()).toMatchObject({ spent: 100, quota: { nanoUsd: 40 } });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });
}

function describeBatches(open: OpenHarness): void {
  it('grants exactly what the quota holds to 1,500 who ask at once', async () => {
    const {
      reserve,
      readState: read,
      store,
    } = await openWithKey(open, {
      quota: { nanoUsd: 700, reset: 'none' },
    });
    const outcomes = await Promise.all(
      range(1_500).map((index) => reserve(`x-${String(index)}`, { nanoUsd: 1 })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'granted')).toHaveLength(700);
    expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(800);
    expect(await read()).toMatchObject({ reservedNanoUsd: 700, running: 700 });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });

  it('keeps many keys of many accounts apart', async () => {
    const { store } = await open();
    const keys = await Promise.all(range(40).map((index) => addOwnedKey(store, index)));
    const outcomes = keys.flatMap((key, index) =>
      range(5).map((call) =>
        store.reserve(
          reservationRequestOf(`x-${String(index)}-${String(call)}`, key, { nanoUsd: 30 }),
        ),
      ),
    );
    const granted = (await Promise.all(outcomes)).filter(({ kind }) => kind === 'granted');
    expect(granted).toHaveLength(keys.length * 3);
    expect(await store.checkLedger()).toMatchObject({ reserved: 40 * 90, faults: [] });
  });
}

async function addOwnedKey(store: Store, serial: number): Promise<KeyRecord> {
  const account = sampleAccount(serial % 7, { prepaid: false });
  await store.addAccount(account).catch(() => undefined);
  return addSampleKey(store, serial, { accountId: account.id, limits: quota });
}

function describeSeveralStores(open: OpenHarness): void {
  it('grants exactly what the quota holds to 800 who ask four stores at once', async () => {
    const { store, reopen, key } = await openWithKey(open, {
      quota: { nanoUsd: 500, reset: 'none' },
    });
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const outcomes = await Promise.all(
      range(800).map((index) => {
        const asked = stores[index % stores.length] ?? store;
        return asked.reserve(reservationRequestOf(`x-${String(index)}`, key, { nanoUsd: 1 }));
      }),
    );
    expect(outcomes.filter(({ kind }) => kind === 'granted')).toHaveLength(500);
    expect(await store.checkLedger()).toMatchObject({ openReservations: 500, faults: [] });
  });

  it('never waits in a circle when stores want the same keys in another order', async () => {
    const { store, reopen } = await open();
    const keys = await Promise.all(range(12).map((index) => addOwnedKey(store, index)));
    const stores = [store, await reopen(), await reopen()];
    for (const round of range(6)) {
      const calls = stores.flatMap((one, place) =>
        (place % 2 === 0 ? keys : keys.toReversed()).map((key) =>
          useOnce(one, key, `x-${String(round)}-${String(place)}-${key.id}`),
        ),
      );
      await Promise.all(calls);
    }
    expect(await store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  });
}

async function useOnce(store: Store, key: KeyRecord, id: string): Promise<void> {
  const { kind } = await store.reserve(reservationRequestOf(id, key, { nanoUsd: 1 }));
  if (kind === 'granted') await store.settle(settlementOfCost(id, key, 1));
}
