/** Tests of latency statistics; part of the store suite. */
import type { ExchangeRecord, Latency, LatencyQuery, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { settleSample, settlementOf, sparseExchange } from '../samples/index.ts';

/** Settles one completed exchange for each duration; the first byte comes after a tenth of it. */
async function settleTimes(
  store: Store,
  durations: readonly number[],
  changes: Partial<ExchangeRecord> = {},
): Promise<void> {
  await Promise.all(
    durations.map((durationMs, index) =>
      settleSample(store, `x-${String(index)}`, {
        ...{ outcome: 'completed', durationMs, firstByteMs: durationMs / 10 },
        ...changes,
      }),
    ),
  );
}

const percentiles: readonly (readonly [string, readonly number[], Latency['duration']])[] = [
  ['one time', [70], { p50: 70, p95: 70 }],
  ['two times', [90, 10], { p50: 10, p95: 90 }],
  ['equal times', [50, 50, 50], { p50: 50, p95: 50 }],
  ['times of nothing', [0, 0], { p50: 0, p95: 0 }],
  ['19 times, of which 95 % are all', range(19), { p50: 100, p95: 190 }],
  ['20 times', range(20), { p50: 100, p95: 190 }],
  ['100 times', range(100).toReversed(), { p50: 500, p95: 950 }],
  ['101 times', range(101), { p50: 510, p95: 960 }],
];

/** 10, 20 and so on. */
function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => 10 * (index + 1));
}

export function describeLatency(open: OpenHarness): void {
  describe('the latency of exchanges', () => {
    it('is nothing where nothing happened', async () => {
      const { store } = await open();
      expect(await store.measureLatency({})).toStrictEqual({ requests: 0 });
    });

    it.each(percentiles)('has the nearest rank of %s', async (_name, durations, expected) => {
      const { store } = await open();
      await settleTimes(store, durations);
      const { requests, duration, firstByte } = await store.measureLatency({});
      expect(requests).toBe(durations.length);
      expect(duration).toStrictEqual(expected);
      const tenth = { p50: (expected?.p50 ?? 0) / 10, p95: (expected?.p95 ?? 0) / 10 };
      expect(firstByte).toStrictEqual(tenth);
    });

    it('counts exchanges without an answer, and does not measure them', async () => {
      const { store } = await open();
      await store.settle(settlementOf({ ...sparseExchange('x-1'), outcome: 'failed' }));
      expect(await store.measureLatency({})).toStrictEqual({ requests: 1 });
      await settleSample(store, 'x-2', { outcome: 'canceled', firstByteMs: 7 });
      const firstByte = { p50: 7, p95: 7 };
      expect(await store.measureLatency({})).toStrictEqual({ requests: 2, firstByte });
    });

    const queries: readonly (readonly [Partial<ExchangeRecord>, LatencyQuery])[] = [
      [{ keyId: 'key-2' }, { keyId: 'key-2' }],
      [{ accountId: 'account-1' }, { accountId: 'account-1' }],
      [{ group: 'other' }, { group: 'other' }],
      [{ callName: 'slow' }, { callName: 'slow' }],
      [{ upstream: 'second' }, { upstream: 'second' }],
      [{ startedAt: 5 }, { until: 6 }],
      [{ startedAt: 5 }, { from: 4.5, until: 5.5 }],
      [{ startedAt: 2 ** 50 }, { from: 2 ** 50 }],
    ];

    it.each(queries)('of %j is found by %j', async (changes, query) => {
      const { store } = await open();
      await settleTimes(store, [10, 20]);
      await settleSample(store, 'other', { outcome: 'completed', durationMs: 900, ...changes });
      const duration = { p50: 900, p95: 900 };
      expect(await store.measureLatency(query)).toMatchObject({ requests: 1, duration });
      const none = await store.measureLatency({ ...query, keyId: 'nobody' });
      expect(none).toStrictEqual({ requests: 0 });
    });
  });
}
