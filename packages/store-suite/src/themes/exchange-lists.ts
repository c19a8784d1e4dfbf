/** Tests of lists of exchanges; part of the store suite. */
import { describe, expect, it } from 'vitest';
import type { ExchangeFilter, ExchangeRecord, Store } from '@parley/core/store';
import type { OpenHarness } from '../harness.ts';
import { settleSample, settlementOf, sparseExchange } from '../samples/index.ts';

export function describeExchangeLists(open: OpenHarness): void {
  describe('lists of exchanges', () => {
    describeLimits(open);
    describeOrder(open);
    describePages(open);
    describeFilters(open);
    describeSearch(open);
    describePlaces(open);
  });
}

/** Records exchanges x-1, x-2 … that start at 1, 2 … and belong alternately to key-0 and key-1. */
async function recordSeries(store: Store, count: number): Promise<void> {
  const serials = Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all(
    serials.map((serial) =>
      settleSample(store, `x-${String(serial)}`, {
        keyId: `key-${String(serial % 2)}`,
        startedAt: serial,
      }),
    ),
  );
}

async function listIds(store: Store, filter: ExchangeFilter): Promise<readonly string[]> {
  return (await store.listExchanges(filter)).map((record) => record.id);
}

function describeLimits(open: OpenHarness): void {
  it.each([0, -1, 1.5, 1_001, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses the limit %d',
    async (limit) => {
      const { store } = await open();
      await expect(store.listExchanges({ limit })).rejects.toBeInstanceOf(RangeError);
    },
  );

  it('gives a thousand of more', async () => {
    const { store } = await open();
    await recordSeries(store, 1_002);
    const ids = await listIds(store, { limit: 1_000 });
    expect(ids).toHaveLength(1_000);
    expect(ids[0]).toBe('x-1002');
    expect(ids[999]).toBe('x-3');
  });
}

function describeOrder(open: OpenHarness): void {
  it('is empty at first', async () => {
    const { store } = await open();
    expect(await store.listExchanges({ limit: 10 })).toStrictEqual([]);
  });

  it('puts the newest start first, whatever the order of recording', async () => {
    const { store } = await open();
    for (const startedAt of [5, 10, 1]) {
      await settleSample(store, `x-${String(startedAt)}`, { startedAt });
    }
    expect(await listIds(store, { limit: 10 })).toStrictEqual(['x-10', 'x-5', 'x-1']);
  });

  it('lists exchanges that started together once each, always in one order', async () => {
    const { store } = await open();
    for (const id of ['x-b', 'x-a', 'x-c']) await settleSample(store, id);
    const ids = await listIds(store, { limit: 10 });
    expect([...ids].sort()).toStrictEqual(['x-a', 'x-b', 'x-c']);
    expect(await listIds(store, { limit: 2 })).toStrictEqual(ids.slice(0, 2));
  });
}

function describePages(open: OpenHarness): void {
  it('goes on after any exchange, also one of several that started together', async () => {
    const { store } = await open();
    for (const id of ['x-b', 'x-a', 'x-c']) await settleSample(store, id, { startedAt: 5 });
    await settleSample(store, 'x-d', { startedAt: 4 });
    await settleSample(store, 'x-e', { startedAt: 6 });
    const all = await store.listExchanges({ limit: 10 });
    for (const [index, { startedAt, id }] of all.entries()) {
      const rest = await listIds(store, { after: { startedAt, id }, limit: 10 });
      expect(rest).toStrictEqual(all.slice(index + 1).map((record) => record.id));
    }
  });

  it('goes on within a filter', async () => {
    const { store } = await open();
    await recordSeries(store, 6);
    const after = { startedAt: 5, id: 'x-5' };
    const ids = await listIds(store, { keyId: 'key-0', after, from: 3, limit: 10 });
    expect(ids).toStrictEqual(['x-4']);
  });
}

function describePlaces(open: OpenHarness): void {
  it('finds when the exchange at a place of a list started', async () => {
    const { store } = await open();
    expect(await store.findExchangeStart({ newer: 0 })).toBeUndefined();
    await recordSeries(store, 5);
    expect(await store.findExchangeStart({ newer: 0 })).toBe(5);
    expect(await store.findExchangeStart({ newer: 4 })).toBe(1);
    expect(await store.findExchangeStart({ newer: 5 })).toBeUndefined();
    expect(await store.findExchangeStart({ newer: 1, until: 4 })).toBe(2);
    expect(await store.findExchangeStart({ newer: 2, from: 4 })).toBeUndefined();
    expect(await store.findExchangeStart({ newer: 1, keyId: 'key-1' })).toBe(3);
    expect(await store.findExchangeStart({ newer: 0, accountId: 'nobody' })).toBeUndefined();
  });
}

function describeSearch(open: OpenHarness): void {
  it.each(['%', '_', '*', 'X-3', "' or 1 = 1 --", '\\', '\0', 'é'])(
    'finds nothing by the text %j, which stands nowhere',
    async (text) => {
      const { store } = await open();
      const changes = { callName: 'É', errorReason: 'none', errorMessage: 'Nothing.' };
      await settleSample(store, 'x-1', changes);
      expect(await listIds(store, { text, limit: 10 })).toStrictEqual([]);
    },
  );

  it('finds an exchange by a part of its id, and its neighbours not', async () => {
    const { store } = await open();
    for (const id of ['Req-17', 'req-18', 'req-27']) await settleSample(store, id);
    expect(await listIds(store, { text: 'REQ-1', limit: 10 })).toStrictEqual(['req-18', 'Req-17']);
    expect(await listIds(store, { text: 'req-27', limit: 10 })).toStrictEqual(['req-27']);
  });

  it('finds no exchange without a first byte by how long that took', async () => {
    const { store } = await open();
    await store.settle(settlementOf(sparseExchange('x-1')));
    expect(await listIds(store, { minFirstByteMs: 0, limit: 10 })).toStrictEqual([]);
    expect(await listIds(store, { minNanoUsd: 0, limit: 10 })).toStrictEqual(['x-1']);
  });
}

function describeFilters(open: OpenHarness): void {
  it('gives the exchanges of one key only', async () => {
    const { store } = await open();
    await recordSeries(store, 5);
    const keyId = 'key-1';
    expect(await listIds(store, { keyId, limit: 10 })).toStrictEqual(['x-5', 'x-3', 'x-1']);
    expect(await listIds(store, { keyId, limit: 2 })).toStrictEqual(['x-5', 'x-3']);
    expect(await listIds(store, { keyId: 'key-%', limit: 10 })).toStrictEqual([]);
  });

  it('gives what started from one time on and before another', async () => {
    const { store } = await open();
    await recordSeries(store, 5);
    expect(await listIds(store, { until: 3, limit: 10 })).toStrictEqual(['x-2', 'x-1']);
    expect(await listIds(store, { until: 3.5, limit: 1 })).toStrictEqual(['x-3']);
    expect(await listIds(store, { until: 0, limit: 10 })).toStrictEqual([]);
    expect(await listIds(store, { from: 4, limit: 10 })).toStrictEqual(['x-5', 'x-4']);
    expect(await listIds(store, { from: 2, until: 4, limit: 10 })).toStrictEqual(['x-3', 'x-2']);
    expect(await listIds(store, { from: 4, until: 4, limit: 10 })).toStrictEqual([]);
  });

  const conditions: readonly (readonly [Partial<ExchangeRecord>, Partial<ExchangeFilter>])[] = [
    [{ accountId: 'account-1' }, { accountId: 'account-1' }],
    [{ group: 'other' }, { group: 'other' }],
    [{ callName: 'it’s a "name"' }, { callName: 'it’s a "name"' }],
    [{ upstream: 'second' }, { upstream: 'second' }],
    [{ outcome: 'canceled' }, { outcome: 'canceled' }],
    [{ pricing: 'quarantined', listNanoUsd: 0, chargedNanoUsd: 0 }, { pricing: 'quarantined' }],
    [{ pricing: 'free', listNanoUsd: 0, chargedNanoUsd: 0 }, { pricing: 'free' }],
    [{ status: 429 }, { status: { from: 400, to: 499 } }],
    [{ status: 404 }, { status: { from: 404, to: 404 } }],
    [{ chargedNanoUsd: 1_801 }, { minNanoUsd: 1_801 }],
    [{ firstByteMs: 121 }, { minFirstByteMs: 121 }],
    [{ errorCode: 'too-large' }, { text: 'OO-LARG' }],
    [{ errorReason: 'Price_Unknown' }, { text: 'price_u' }],
    [
      { errorMessage: '100% of "it" is \\ used up, É 🦜' },
      { text: '0% of "IT" is \\ USED up, É 🦜' },
    ],
    [{ callName: 'a_b%c' }, { text: '_b%' }],
  ];

  it.each(conditions)('tells %j by %j', async (changes, filter) => {
    const { store } = await open();
    await settleSample(store, 'x-1');
    await settleSample(store, 'x-2', changes);
    expect(await listIds(store, { ...filter, limit: 10 })).toStrictEqual(['x-2']);
    const none = await listIds(store, { ...filter, keyId: 'key-2', limit: 10 });
    expect(none).toStrictEqual([]);
  });
}
