import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noUsage } from '../../canonical/usage.ts';
import { decodeTier, decodeUsage, encodeUsage } from './usage.ts';

describe('decodeUsage', () => {
  it.each([undefined, null, 'x', [], {}, { trafficType: 'ON_DEMAND' }])(
    '%j is not usage',
    (report) => {
      expect(decodeUsage(report)).toBeUndefined();
    },
  );

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
      { input: 10, cacheRead: 90, corrections: ['caches counted beside prompt'] },
    ],
    [
      { promptTokenCount: 10, cachedContentTokenCount: 90, totalTokenCount: 10 },
      { cacheRead: 10, corrections: ['cached exceeds prompt'] },
    ],
    [
      { promptTokenCount: 7, candidatesTokenCount: 12, totalTokenCount: 402 },
      { input: 7, output: 395, corrections: ['output raised to stated total'] },
    ],
    [
      { promptTokenCount: 7, totalTokenCount: 8 },
      { input: 7, output: 1, corrections: ['output raised to stated total'] },
    ],
    [
      {
        promptTokenCount: 27,
        toolUsePromptTokenCount: 10_309,
        candidatesTokenCount: 45,
        thoughtsTokenCount: 31,
        totalTokenCount: 10_412,
      },
      { input: 10_336, output: 45, reasoning: 31 },
    ],
    [
      { promptTokenCount: 7, candidatesTokenCount: 12, thoughtsTokenCount: 5, totalTokenCount: 19 },
      { input: 7, output: 7, reasoning: 5 },
    ],
    [
      {
        promptTokenCount: 100,
        toolUsePromptTokenCount: 30,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 10,
        totalTokenCount: 130,
      },
      { input: 100, output: 20, reasoning: 10 },
    ],
    [
      { promptTokenCount: 5, candidatesTokenCount: 5, thoughtsTokenCount: 8, totalTokenCount: 12 },
      {
        ...{ input: 5, reasoning: 7 },
        corrections: ['output raised to stated total', 'reasoning exceeds output'],
      },
    ],
    [
      { promptTokenCount: 7, candidatesTokenCount: 12, thoughtsTokenCount: 5, totalTokenCount: 9 },
      {
        ...{ input: 7, output: 12, reasoning: 5 },
        corrections: ['stated total below prompt and output'],
      },
    ],
    [{ totalTokenCount: 0 }, {}],
    [
      { promptTokenCount: '10', candidatesTokenCount: '5' },
      { input: 10, output: 5 },
    ],
    [{ promptTokenCount: -4, candidatesTokenCount: 'many' }, {}],
    [
      {
        ...{ promptTokenCount: 270, candidatesTokenCount: 1_300 },
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 12 },
          { modality: 'IMAGE', tokenCount: 258 },
        ],
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
      },
      { input: 270, output: 1_300, image: { input: 258, output: 1_290 } },
    ],
  ])('%j', (report, buckets) => {
    expect(decodeUsage(report)).toEqual({ ...noUsage, ...buckets });
  });

  it('reads back what encodeUsage wrote', () => {
    const count = fc.nat({ max: 1_000_000 });
    const media = fc.record({ input: count, output: fc.integer({ min: 1, max: 1_000_000 }) });
    const usage = fc.record(
      {
        input: count,
        cacheRead: count,
        output: count,
        reasoning: count,
        audio: media,
        image: media,
      },
      { requiredKeys: ['input', 'cacheRead', 'output', 'reasoning'] },
    );
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
