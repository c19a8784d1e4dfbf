/** Tests of settlements and of exchange look-ups; part of the store suite. */
import type { ExchangeConditions, ExchangeRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { settleSample } from '../samples/index.ts';

async function listIds(
  store: Store,
  conditions: ExchangeConditions = {},
): Promise<readonly string[]> {
  const settled = await store.listSettled({ ...conditions, since: 0, limit: 1_000 });
  return settled.map(({ id }) => id);
}

/** Waits until the clocks of two settlements differ. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

export function describeSettled(open: OpenHarness, supports: StoreSupport): void {
  describe('settlements', () => {
    describeOrder(open);
    describeConditions(open);
  });
  describe.skipIf(!supports.sharing)('settlements of several stores on the same data', () => {
    it('are seen by each of them, in one order', async () => {
      const { store, reopen } = await open();
      const other = await reopen();
      for (const [index, one] of [store, other, store].entries()) {
        await settleSample(one, `x-${String(index)}`);
        await moment();
      }
      const ids = ['x-2', 'x-1', 'x-0'];
      expect(await listIds(store)).toStrictEqual(ids);
      expect(await listIds(other)).toStrictEqual(ids);
    });
  });
  describe('exchanges that are looked up together', () => {
    describeLookUps(open);
  });
}

function describeOrder(open: OpenHarness): void {
  it.each([0, -1, 1.5, 10_001, Number.NaN])('refuse the limit %d', async (limit) => {
    const { store } = await open();
    await expect(store.listSettled({ since: 0, limit })).rejects.toBeInstanceOf(RangeError);
  });

  it('come newest first, whenever they started, and each once', async () => {
    const { store } = await open();
    expect(await listIds(store)).toStrictEqual([]);
    for (const startedAt of [5, 10, 1, 5]) {
      await settleSample(store, `x-${String(startedAt)}`, { startedAt });
      await moment();
    }
    expect(await listIds(store)).toStrictEqual(['x-1', 'x-10', 'x-5']);
  });

  it('have the time of the store, and are found from then on', async () => {
    const { store } = await open();
    const before = await store.readTime();
    await settleSample(store, 'x-1', { startedAt: 5 });
    const after = await store.readTime();
    const [settled] = await store.listSettled({ since: before - 1, limit: 10_000 });
    const settledAt = settled?.settledAt ?? 0;
    expect(settledAt).toBeGreaterThanOrEqual(before - 1);
    expect(settledAt).toBeLessThanOrEqual(after + 1);
    expect(await store.listSettled({ since: settledAt, limit: 1 })).toHaveLength(1);
    expect(await store.listSettled({ since: settledAt + 0.5, limit: 1 })).toStrictEqual([]);
    expect(await store.listSettled({ since: Number.MAX_SAFE_INTEGER, limit: 1 })).toEqual([]);
  });

  it('are the newest when there are more', async () => {
    const { store } = await open();
    for (const serial of [1, 2, 3]) {
      await settleSample(store, `x-${String(serial)}`, { keyId: `key-${String(serial % 2)}` });
      await moment();
    }
    const newest = await store.listSettled({ since: 0, limit: 2 });
    expect(newest.map(({ id }) => id)).toStrictEqual(['x-3', 'x-2']);
    const ofKey = await store.listSettled({ since: 0, limit: 2, keyId: 'key-1' });
    expect(ofKey.map(({ id }) => id)).toStrictEqual(['x-3']);
  });
}

function describeConditions(open: OpenHarness): void {
  const cases: readonly (readonly [Partial<ExchangeRecord>, ExchangeConditions])[] = [
    [{ keyId: 'key-2' }, { keyId: 'key-2' }],
    [
      { callName: 'slow', group: 'other' },
      { callName: 'slow', group: 'other' },
    ],
    [{ outcome: 'canceled' }, { outcome: 'canceled', upstream: 'first' }],
    [{ startedAt: 5 }, { until: 6 }],
  ];

  it.each(cases)('of %j are found by %j', async (changes, conditions) => {
    const { store } = await open();
    await settleSample(store, 'x-1');
    await settleSample(store, 'x-2', changes);
    expect(await listIds(store, conditions)).toStrictEqual(['x-2']);
    expect(await listIds(store, { ...conditions, accountId: 'nobody' })).toStrictEqual([]);
  });
}

function describeLookUps(open: OpenHarness): void {
  it('are those that exist, each once', async () => {
    const { store } = await open();
    const one = await settleSample(store, 'x-1');
    const two = await settleSample(store, 'x-2', { status: 200 });
    expect(await store.findExchanges([])).toStrictEqual([]);
    const found = await store.findExchanges(['x-2', 'x-3', 'x-1', 'x-2', '\0']);
    expect(found.toSorted((left, right) => (left.id < right.id ? -1 : 1))).toStrictEqual([
      one,
      two,
    ]);
  });

  it('are a thousand at most', async () => {
    const { store } = await open();
    const ids = Array.from({ length: 1_001 }, (_, serial) => `x-${String(serial)}`);
    expect(await store.findExchanges(ids.slice(1))).toStrictEqual([]);
    await expect(store.findExchanges(ids)).rejects.toBeInstanceOf(RangeError);
  });
}
