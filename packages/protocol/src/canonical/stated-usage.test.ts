import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitUsage, type StatedUsage } from './stated-usage.ts';
import { inputTotal, noUsage, outputTotal, type UsageCorrection } from './usage.ts';

const nothing: StatedUsage = {
  prompt: 0,
  completion: 0,
  total: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  reasoning: 0,
};

/** What is stated, the buckets it becomes, and what is given of it. */
type Case = [stated: Partial<StatedUsage>, buckets: object, corrections: UsageCorrection[]];

describe('counts that do not add up', () => {
  it.each<[string, ...Case]>([
    [
      'a total below prompt and output decides nothing',
      { prompt: 7, completion: 12, total: 18 },
      { input: 7, output: 12 },
      ['stated total below prompt and output'],
    ],
    [
      'reasoning is never more than an output that the total confirms',
      { prompt: 18, completion: 5, total: 23, reasoning: 8 },
      { input: 18, reasoning: 5 },
      ['reasoning exceeds output'],
    ],
    [
      'reasoning is never more than the output where no total is told',
      { prompt: 18, completion: 5, reasoning: 8 },
      { input: 18, reasoning: 5 },
      ['reasoning exceeds output'],
    ],
    [
      'tokens that are stated as cached and as written are cached',
      { prompt: 2168, completion: 100, total: 2268, cacheRead: 2161, cacheWrite5m: 2161 },
      { input: 7, cacheRead: 2161, output: 100 },
      ['cached and written overlap'],
    ],
    [
      'of a longer cache than the one that was read only the rest is written',
      { prompt: 100, completion: 5, total: 105, cacheRead: 50, cacheWrite1h: 80 },
      { input: 20, cacheRead: 50, cacheWrite1h: 30, output: 5 },
      ['cached and written overlap'],
    ],
    [
      'caches that the prompt has room for lie side by side',
      { prompt: 130, completion: 5, total: 136, cacheRead: 50, cacheWrite5m: 80 },
      { cacheRead: 50, cacheWrite5m: 80, output: 6 },
      ['output raised to stated total'],
    ],
    [
      'a cache is never more than a prompt that the total confirms',
      { prompt: 10, completion: 5, total: 15, cacheRead: 300 },
      { cacheRead: 10, output: 5 },
      ['cached exceeds prompt'],
    ],
    [
      'a cache that the prompt cannot hold is beside it where no total is told',
      { prompt: 10, completion: 5, cacheRead: 200, cacheWrite1h: 100 },
      { input: 10, cacheRead: 200, cacheWrite1h: 100, output: 5 },
      ['caches counted beside prompt'],
    ],
    [
      'caches that only the total holds are no output',
      { prompt: 10, completion: 5, total: 20, cacheRead: 4, cacheWrite5m: 1 },
      { input: 10, cacheRead: 4, cacheWrite5m: 1, output: 5 },
      ['caches counted beside prompt'],
    ],
    [
      'reasoning and a cache of the same size beside both sums are reasoning',
      { prompt: 10, completion: 5, total: 19, cacheRead: 4, reasoning: 4 },
      { input: 6, cacheRead: 4, output: 5, reasoning: 4 },
      ['output raised to stated total'],
    ],
    [
      'a cache beside the prompt leaves room for thinking beside the output',
      { prompt: 10, completion: 5, total: 400, cacheRead: 300 },
      { input: 10, cacheRead: 300, output: 90 },
      ['caches counted beside prompt', 'output raised to stated total'],
    ],
    [
      'thinking that only the total holds is output',
      { prompt: 7, completion: 12, total: 402 },
      { input: 7, output: 395 },
      ['output raised to stated total'],
    ],
    [
      'thinking before the first word is output',
      { prompt: 7, total: 8 },
      { input: 7, output: 1 },
      ['output raised to stated total'],
    ],
    [
      'reasoning beside the output is in it once',
      { prompt: 12, completion: 2, total: 354, reasoning: 340 },
      { input: 12, output: 2, reasoning: 340 },
      ['output raised to stated total'],
    ],
    [
      'a prompt that nobody told is what the total leaves',
      { completion: 5, total: 100 },
      { input: 95, output: 5 },
      ['prompt raised to stated total'],
    ],
  ])('%s', (...[, stated, buckets, corrections]) => {
    expect(fitUsage({ ...nothing, ...stated })).toEqual({ ...noUsage, ...buckets, corrections });
  });
});

/** Counts that are often equal, often zero, and sometimes far apart. */
function anyStated(): fc.Arbitrary<StatedUsage> {
  const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(1_000_000_000));
  return fc.record({
    prompt: count,
    completion: count,
    total: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    reasoning: count,
  });
}

const partNames = ['cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning'] as const;

describe('any reported usage', () => {
  it('input and output add up to the total where the total is large enough', () => {
    fc.assert(
      fc.property(anyStated(), (stated) => {
        fc.pre(stated.total > 0 && stated.total >= stated.prompt + stated.completion);
        const usage = fitUsage(stated);
        expect(inputTotal(usage) + outputTotal(usage)).toBe(stated.total);
      }),
    );
  });

  it('no part is larger than its sum, or than it was reported', () => {
    fc.assert(
      fc.property(anyStated(), (stated) => {
        const usage = fitUsage(stated);
        expect(Math.min(usage.input, usage.output)).toBeGreaterThanOrEqual(0);
        for (const name of partNames) {
          expect(usage[name]).toBeGreaterThanOrEqual(0);
          expect(usage[name]).toBeLessThanOrEqual(stated[name]);
        }
      }),
    );
  });

  it('only tokens that a sum, a total or a cache reports are counted', () => {
    fc.assert(
      fc.property(anyStated(), (stated) => {
        const usage = fitUsage(stated);
        const caches = stated.cacheRead + stated.cacheWrite5m + stated.cacheWrite1h;
        const most = Math.max(stated.prompt + stated.completion + caches, stated.total);
        expect(inputTotal(usage) + outputTotal(usage)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('a correction is reported when a count changes or the total differs, and only then', () => {
    fc.assert(
      fc.property(anyStated(), (stated) => {
        const usage = fitUsage(stated);
        const { prompt, completion, total } = stated;
        const isSame =
          inputTotal(usage) === prompt &&
          outputTotal(usage) === completion &&
          partNames.every((name) => usage[name] === stated[name]) &&
          (total === 0 || total === prompt + completion);
        expect(usage.corrections === undefined).toBe(isSame);
      }),
    );
  });
});
