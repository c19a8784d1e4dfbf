/** Tests of settlements in the ledger; part of the store suite. */
import { encodeSettlement, type AttemptCharge, type Settlement } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleExchange,
  settlementOf,
  settlementOfCost,
} from '../samples/index.ts';

export function describeSettlements(open: OpenHarness, supports: StoreSupport): void {
  describe('settlements', () => {
    describeRefusedSettlements(open);
    describeCharges(open);
    describeBatches(open);
  });
  describe.skipIf(!supports.sharing)('settlements of several stores on the same data', () => {
    describeRaces(open);
  });
}

const usage = {
  input: 10,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 5,
  reasoning: 1,
};

function chargeOf(attempt: number, nanoUsd: number): AttemptCharge {
  return {
    attempt,
    nanoUsd,
    listNanoUsd: nanoUsd * 2,
    pricing: 'priced',
    upstream: `upstream-${String(attempt)}`,
    upstreamModel: 'vendor/model-1',
    usage,
    arithmetic: '{"price":"known"}',
  };
}

/** An exchange of the key with three attempts that cost 1, 2 and 3. */
function threeAttempts(id: string): Settlement {
  const record = sampleExchange(id, { attempts: 3, listNanoUsd: 12, chargedNanoUsd: 6 });
  return settlementOf(record, { charges: [1, 2, 3].map((each) => chargeOf(each, each)) });
}

function describeRefusedSettlements(open: OpenHarness): void {
  const cases: readonly (readonly [string, readonly AttemptCharge[]])[] = [
    ['too much', [chargeOf(1, 2 ** 53)]],
    ['no number', [chargeOf(1, Number.NaN)]],
    ['less than nothing', [chargeOf(1, -1)]],
    ['half a nano-dollar', [chargeOf(1, 0.5)]],
    ['one attempt twice', [chargeOf(1, 1), chargeOf(1, 2)]],
  ];

  it.each(cases)('refuses to charge %s, alone', async (_name, charges) => {
    const { store } = await open();
    const bad = store.settle({ ...threeAttempts('x-bad'), charges });
    const good = store.settle(threeAttempts('x-good'));
    await expect(bad).rejects.toBeInstanceOf(RangeError);
    await good;
    expect(await store.findExchange('x-bad')).toBeUndefined();
    expect(await store.checkLedger()).toMatchObject({ entries: 3, spent: 6, faults: [] });
  });

  it.each(cases)('refuses to charge %s in a batch, alone', async (_name, charges) => {
    const { store } = await open();
    const batch = [{ ...threeAttempts('x-bad'), charges }, threeAttempts('x-good')];
    expect(await store.settleBatch(batch.map(encodeSettlement))).toEqual([
      { index: 0, reason: expect.any(String) as string },
    ]);
    expect(await store.findExchange('x-bad')).toBeUndefined();
    expect(await store.checkLedger()).toMatchObject({ entries: 3, spent: 6, faults: [] });
  });

  it.each(['durationMs', 'firstByteMs'])(
    'refuses a batched record whose %s is no number',
    async (name) => {
      const { store } = await open();
      const good = threeAttempts('x-good');
      const bad = settlementOf(sampleExchange('x-bad', { [name]: Number.NaN }));
      const failed = await store.settleBatch([good, bad].map(encodeSettlement));
      expect(failed.map(({ index }) => index)).toEqual([1]);
      expect(await store.findExchange('x-bad')).toBeUndefined();
      expect(await store.findExchange('x-good')).toBeDefined();
    },
  );

  it('refuses what would make a total too large, alone, and keeps nothing of it', async () => {
    const { store } = await open();
    const key = await addSampleKey(store, 1);
    const other = await addSampleKey(store, 2);
    await store.settle(settlementOfCost('x-1', key, Number.MAX_SAFE_INTEGER - 10));
    const bad = store.settle(settlementOfCost('x-2', key, 11));
    const good = store.settle(settlementOfCost('x-3', other, 10));
    await expect(bad).rejects.toBeInstanceOf(RangeError);
    await good;
    expect(await store.findExchange('x-2')).toBeUndefined();
    expect(await store.checkLedger()).toMatchObject({
      entries: 2,
      spent: Number.MAX_SAFE_INTEGER,
      faults: [],
    });
  });
}

function describeBatches(open: OpenHarness): void {
  it('store the same in a batch as one by one', async () => {
    const { store } = await open();
    const { store: other } = await open();
    const settlements = ['x-1', 'x-2', 'x-3'].map(threeAttempts);
    expect(await store.settleBatch(settlements.map(encodeSettlement))).toEqual([]);
    for (const settlement of settlements) await other.settle(settlement);
    const ids = ['x-1', 'x-2', 'x-3'];
    for (const id of ids)
      expect(await store.findExchange(id)).toEqual(await other.findExchange(id));
    expect(await store.checkLedger()).toEqual(await other.checkLedger());
    expect(await store.sumUsage({ by: ['callName'] })).toEqual(
      await other.sumUsage({ by: ['callName'] }),
    );
  });

  it('that would make a total too large are named, and the others are stored', async () => {
    const { store } = await open();
    const key = await addSampleKey(store, 1);
    await store.settle(settlementOfCost('x-1', key, Number.MAX_SAFE_INTEGER - 10));
    const unreadable = settlementOf(sampleExchange('x-2', { durationMs: Number.NaN }));
    const costs = [5, 11, 5].map((cost, index) =>
      settlementOfCost(`y-${String(index)}`, key, cost),
    );
    const failed = await store.settleBatch([unreadable, ...costs].map(encodeSettlement));
    expect(failed.map(({ index }) => index)).toEqual([0, 2]);
    expect(await store.findExchange('y-1')).toBeUndefined();
    expect(await store.checkLedger()).toMatchObject({
      entries: 3,
      spent: Number.MAX_SAFE_INTEGER,
      faults: [],
    });
  });

  it('take their part out of reservations in a batch', async () => {
    const { store } = await open();
    const key = await addSampleKey(store, 1, {
      limits: { quota: { nanoUsd: 100, reset: 'none' } },
    });
    for (const id of ['x-1', 'x-2'])
      await store.reserve(reservationRequestOf(id, key, { nanoUsd: 50 }));
    const batch = ['x-1', 'x-2'].map((id) => settlementOfCost(id, key, 10));
    expect(await store.settleBatch(batch.map(encodeSettlement))).toEqual([]);
    expect(await store.checkLedger()).toMatchObject({ reserved: 0, spent: 20, faults: [] });
  });

  it('are settled once when they are in a batch twice, and in the next one', async () => {
    const { store } = await open();
    const batch = ['x-1', 'x-2', 'x-1'].map((id) => encodeSettlement(threeAttempts(id)));
    expect(await store.settleBatch(batch)).toEqual([]);
    expect(await store.settleBatch(batch)).toEqual([]);
    expect(await store.settleBatch([])).toEqual([]);
    expect(await store.checkLedger()).toMatchObject({ entries: 6, spent: 12, faults: [] });
  });
}

function describeCharges(open: OpenHarness): void {
  it('writes one row an attempt, and counts all of them', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.settle(threeAttempts('x-1'));
    const rows = await store.listLedger({ exchangeId: 'x-1', limit: 10 });
    expect(rows.toSorted((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0))).toMatchObject(
      [1, 2, 3].map((each) => ({
        ...chargeOf(each, each),
        kind: 'charge',
        accountId: 'default',
        keyId: 'key-1',
        exchangeId: 'x-1',
      })),
    );
    expect((await store.readKey('key-1'))?.state).toMatchObject({
      spent: 6,
      tokens: 48,
      requests: 1,
      quota: { nanoUsd: 6, tokens: 48 },
    });
    expect((await store.readAccount('default'))?.state).toMatchObject({ spent: 6 });
  });

  it('charges once what is settled twice, at once or later', async () => {
    const { store } = await open();
    const key = await addSampleKey(store, 1, { limits: { concurrency: 3 } });
    await store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 5 }));
    const twice = [settlementOfCost('x-1', key, 5), settlementOfCost('x-1', key, 7)];
    await Promise.all(twice.map((settlement) => store.settle(settlement)));
    await store.settle(settlementOfCost('x-1', key, 9));
    expect((await store.readKey('key-1'))?.state).toMatchObject({
      spent: 5,
      requests: 1,
      running: 0,
    });
    expect(await store.checkLedger()).toMatchObject({ entries: 1, spent: 5, faults: [] });
  });

  it('releases a reservation that was made again for what is settled already', async () => {
    const { store } = await open();
    const limits = { quota: { nanoUsd: 100, reset: 'none' }, concurrency: 1 } as const;
    const key = await addSampleKey(store, 1, { limits });
    const hold = (id: string) => store.reserve(reservationRequestOf(id, key, { nanoUsd: 60 }));
    const settlement = settlementOfCost('x-1', key, 5);
    await store.settle(settlement);
    for (const settle of [
      () => store.settle(settlement),
      () => store.settleBatch([settlement, threeAttempts('x-2')].map(encodeSettlement)),
    ]) {
      expect((await hold('x-1')).kind).toBe('granted');
      await settle();
    }
    expect((await store.readKey('key-1'))?.state).toMatchObject({ spent: 11, running: 0 });
    expect(await store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
    expect(await hold('x-3')).toMatchObject({ kind: 'granted', nanoUsd: 60 });
  });

  it('charges keys that it does not know', async () => {
    const { store } = await open();
    await store.settle(threeAttempts('x-1'));
    expect(await store.checkLedger()).toMatchObject({ spent: 6, entries: 3, faults: [] });
  });

  it('settles 1,000 exchanges of several attempts at once', async () => {
    const { store } = await open();
    await Promise.all(
      range(1_000).map((index) => store.settle(threeAttempts(`x-${String(index)}`))),
    );
    expect(await store.checkLedger()).toMatchObject({ entries: 3_000, spent: 6_000, faults: [] });
  });

  it('corrects the tokens per minute by what was really used', async () => {
    const { store } = await open();
    const limits = { tokensPerMinute: 600 };
    const key = await addSampleKey(store, 1, { limits });
    await store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 0, rateTokens: 500 }));
    const record = sampleExchange('x-1', { usage });
    await store.settle(settlementOf(record, { limits }));
    const outcome = await store.reserve(reservationRequestOf('x-2', key, { nanoUsd: 0 }));
    if (outcome.kind !== 'granted') throw new Error('Nothing was granted.');
    expect(outcome.standing.tokens?.remaining).toBeGreaterThanOrEqual(580);
  });
}

function describeRaces(open: OpenHarness): void {
  it('charges each exchange once when all stores settle all of them', async () => {
    const { store, reopen } = await open();
    const key = await addSampleKey(store, 1, { limits: { concurrency: 1_000 } });
    const ids = range(100).map((index) => `x-${String(index)}`);
    await Promise.all(
      ids.map((id) => store.reserve(reservationRequestOf(id, key, { nanoUsd: 1 }))),
    );
    const stores = [store, await reopen(), await reopen()];
    const races = stores.flatMap((one, place) =>
      (place === 1 ? ids.toReversed() : ids).map((id) => one.settle(settlementOfCost(id, key, 3))),
    );
    await Promise.all(races);
    expect((await store.readKey('key-1'))?.state).toMatchObject({
      spent: 300,
      requests: 100,
      running: 0,
    });
    expect(await store.checkLedger()).toMatchObject({ entries: 100, spent: 300, faults: [] });
  });
}
