import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noUsage } from '../../canonical/usage.ts';
import { decodeTier, decodeUsage, encodeUsage } from './usage.ts';

describe('decodeUsage', () => {
  it.each([undefined, null, 'x', [], {}, { trafficType: 'ON_DEMAND' }])('%j is none', (report) => {
    expect(decodeUsage(report)).toBeUndefined();
  });

  it.each([
    [
      { promptTokenCount: 10, thoughtsTokenCount: 50, totalTokenCount: 60 },
      { input: 10, reasoning: 50 },
    ],
    [
      { promptTokenCount: 100, cachedContentTokenCount: 90, candidatesTokenCount: 5 },
      { input: 10, cacheRead: 90, output: 5 },
    ],
    [{ promptTokenCount: 10, toolUsePromptTokenCount: 7 }, { input: 17 }],
    [
      { promptTokenCount: 10, cachedContentTokenCount: 90 },
      { input: 10, cacheRead: 90 },
    ],
    [{ totalTokenCount: 0 }, {}],
    [
      { promptTokenCount: '10', candidatesTokenCount: '5' },
      { input: 10, output: 5 },
    ],
    [{ promptTokenCount: -4, candidatesTokenCount: 'many' }, {}],
  ])('%j', (report, buckets) => {
    expect(decodeUsage(report)).toEqual({ ...noUsage, ...buckets });
  });

  it('reads back what encodeUsage wrote', () => {
    const count = fc.nat({ max: 1_000_000 });
    const usage = fc.record({ input: count, cacheRead: count, output: count, reasoning: count });
    fc.assert(
      fc.property(usage, (buckets) => {
        const whole = { ...noUsage, ...buckets };
        expect(decodeUsage(encodeUsage(whole))).toEqual(whole);
      }),
    );
  });
});

describe('decodeTier', () => {
  it.each([
    [{ trafficType: 'ON_DEMAND_FLEX' }, 'flex'],
    [{ serviceTier: 'priority' }, 'priority'],
    [{ serviceTier: 'standard' }, undefined],
    [{ trafficType: 'ON_DEMAND' }, undefined],
    [{ trafficType: 'PROVISIONED_THROUGHPUT' }, undefined],
    [undefined, undefined],
  ])('%j', (report, tier) => {
    expect(decodeTier(report)).toBe(tier);
  });
});
