import { describe, expect, it } from 'vitest';
import type { Store } from '@parley/core/store';
import type { OpenHarness } from '../harness.ts';
import { sampleExchange } from '../samples.ts';

export function describeExchangeLists(open: OpenHarness): void {
  describe('lists of exchanges', () => {
    describeLimits(open);
    describeOrder(open);
    describeFilters(open);
  });
}

/** Records exchanges x-1, x-2 … that start at 1, 2 … and belong in turn to key-0 and key-1. */
async function recordSeries(store: Store, count: number): Promise<void> {
  const serials = Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all(
    serials.map((serial) =>
      store.recordExchange(
        sampleExchange(`x-${String(serial)}`, {
          keyId: `key-${String(serial % 2)}`,
          startedAt: serial,
        }),
      ),
    ),
  );
}

async function listIds(
  store: Store,
  filter: Parameters<Store['listExchanges']>[0],
): Promise<readonly string[]> {
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
      await store.recordExchange(sampleExchange(`x-${String(startedAt)}`, { startedAt }));
    }
    expect(await listIds(store, { limit: 10 })).toStrictEqual(['x-10', 'x-5', 'x-1']);
  });

  it('lists exchanges that started together once each, always in one order', async () => {
    const { store } = await open();
    for (const id of ['x-b', 'x-a', 'x-c']) await store.recordExchange(sampleExchange(id));
    const ids = await listIds(store, { limit: 10 });
    expect([...ids].sort()).toStrictEqual(['x-a', 'x-b', 'x-c']);
    expect(await listIds(store, { limit: 2 })).toStrictEqual(ids.slice(0, 2));
  });
}

function describeFilters(open: OpenHarness): void {
  it('gives the exchanges of one key only', async () => {
    const { store } = await open();
    await recordSeries(store, 5);
    expect(await listIds(store, { keyId: 'key-1', limit: 10 })).toStrictEqual([
      'x-5',
      'x-3',
      'x-1',
    ]);
    expect(await listIds(store, { keyId: 'key-1', limit: 2 })).toStrictEqual(['x-5', 'x-3']);
    expect(await listIds(store, { keyId: 'key-%', limit: 10 })).toStrictEqual([]);
  });

  it('gives what started before a time, and not at it', async () => {
    const { store } = await open();
    await recordSeries(store, 5);
    expect(await listIds(store, { before: 3, limit: 10 })).toStrictEqual(['x-2', 'x-1']);
    expect(await listIds(store, { before: 3.5, limit: 1 })).toStrictEqual(['x-3']);
    expect(await listIds(store, { before: 0, limit: 10 })).toStrictEqual([]);
  });

  it('joins both filters', async () => {
    const { store } = await open();
    await recordSeries(store, 6);
    const ids = await listIds(store, { keyId: 'key-0', before: 6, limit: 10 });
    expect(ids).toStrictEqual(['x-4', 'x-2']);
  });
}
