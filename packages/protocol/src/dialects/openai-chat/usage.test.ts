import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTotal, noUsage, outputTotal } from '../../canonical/usage.ts';
import { decodeUsage } from '../../shared/openai/reply.ts';
import { usage as anyUsage } from '../../testing/arbitraries.ts';
import { encodeUsage } from './usage.ts';

describe('decodeUsage', () => {
  it.each([[undefined], [null], ['12'], [[]], [{}], [{ total_tokens: 4 }]])(
    'is nothing for %j',
    (report) => {
      expect(decodeUsage(report)).toBeUndefined();
    },
  );

  it('counts invalid numbers as zero', () => {
    const report = { prompt_tokens: -4, completion_tokens: 1e12, total_tokens: 0 };
    expect(decodeUsage(report)).toMatchObject({ input: 0, output: 0 });
  });

  it('never goes below zero when cached tokens are not part of the prompt', () => {
    const report = {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 300 },
    };
    expect(decodeUsage(report)).toMatchObject({ input: 10, cacheRead: 300 });
  });

  it.each([402.5, '402.5', -402, 1e12, 'many', null, 0])(
    'does not believe the total %j',
    (total) => {
      const report = { prompt_tokens: 7, completion_tokens: 12, total_tokens: total };
      expect(decodeUsage(report)).toEqual({ ...noUsage, input: 7, output: 12 });
    },
  );

  it('uses the total when it includes reasoning beside the output', () => {
    const beside = {
      prompt_tokens: 500,
      completion_tokens: 50,
      total_tokens: 590,
      completion_tokens_details: { reasoning_tokens: 40 },
    };
    expect(decodeUsage(beside)).toMatchObject({ output: 50, reasoning: 40 });
    expect(decodeUsage({ ...beside, total_tokens: 550 })).toMatchObject({
      output: 10,
      reasoning: 40,
    });
  });

  it('counts tokens that only the total includes as output', () => {
    const report = { prompt_tokens: 7, completion_tokens: 12, total_tokens: '402' };
    expect(decodeUsage(report)).toMatchObject({ input: 7, output: 395 });
  });

  it.each([
    [{ prompt_tokens_details: { cached_tokens: 6 } }],
    [{ prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 }],
    [{ cached_tokens: 6 }],
    [{ cache_read_input_tokens: 6 }],
  ])('finds cache hits in %j', (extra) => {
    const report = { prompt_tokens: 10, completion_tokens: 1, ...extra };
    expect(decodeUsage(report)).toMatchObject({ input: 4, cacheRead: 6 });
  });

  it('reads cache writes', () => {
    const report = {
      prompt_tokens: 10,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 3 },
    };
    expect(decodeUsage(report)).toMatchObject({ input: 5, cacheRead: 2, cacheWrite5m: 3 });
  });

  it('reads the tokens of audio and images', () => {
    const report = {
      ...{ prompt_tokens: 300, completion_tokens: 1_400 },
      prompt_tokens_details: { audio_tokens: 30, image_tokens: 258 },
      completion_tokens_details: { image_tokens: 1_290 },
    };
    expect(decodeUsage(report)).toMatchObject({
      ...{ input: 300, output: 1_400 },
      audio: { input: 30, output: 0 },
      image: { input: 258, output: 1_290 },
    });
  });
});

describe('a round trip', () => {
  it('keeps every bucket and every sum', () => {
    fc.assert(
      fc.property(anyUsage(), fc.nat(9_999), fc.nat(9_999), (usage, reasoning, cacheWrite5m) => {
        const image = { input: reasoning, output: 1 };
        const whole = { ...usage, reasoning, cacheWrite5m, image };
        const report = encodeUsage(whole);
        expect(report.prompt_tokens).toBe(inputTotal(whole));
        expect(report.completion_tokens).toBe(outputTotal(whole));
        expect(report.total_tokens).toBe(inputTotal(whole) + outputTotal(whole));
        expect(decodeUsage(report)).toEqual(whole);
      }),
    );
  });
});
