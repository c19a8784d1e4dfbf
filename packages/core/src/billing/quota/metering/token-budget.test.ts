import { inputTotal, noUsage, outputTotal, type Usage } from '@parley/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrinkUsage } from './token-budget.ts';

const count = fc.nat(500);
const used = fc.record({
  ...{ input: count, cacheRead: count, output: count, reasoning: count },
  searches: fc.nat(3),
});
const priced = fc.record({
  ...{ input: fc.nat(9), output: fc.nat(9), search: fc.nat(3_000), request: fc.nat(300) },
  amount: fc.nat(6_000),
});

/** Whether a usage costs at most the amount; cached tokens are not cheaper. */
function createFits(price: { [Name in 'input' | 'output' | 'search' | 'request']: number }) {
  return (amount: number) =>
    (usage: Usage): boolean => {
      const fees = (usage.toolUses?.web_search ?? 0) * price.search + price.request;
      const tokens = inputTotal(usage) * price.input + outputTotal(usage) * price.output;
      return tokens + fees <= amount;
    };
}

const tokensOf = (usage: Usage): number => inputTotal(usage) + outputTotal(usage);

describe('a usage of which not all fits', () => {
  it('keeps as much as fits, and never more', () => {
    const property = fc.property(used, priced, ({ searches, ...counts }, { amount, ...price }) => {
      const usage = { ...noUsage, ...counts, toolUses: { web_search: searches } };
      const fits = createFits(price)(amount);
      const kept = shrinkUsage(usage, fits);
      if (kept === undefined) {
        expect(fits(noUsage)).toBe(false);
        return;
      }
      expect(fits(kept)).toBe(true);
      expect(tokensOf(kept)).toBeLessThanOrEqual(tokensOf(usage));
      const isPromptKept = inputTotal(kept) === inputTotal(usage);
      expect(isPromptKept || outputTotal(kept) === 0).toBe(true);
      if (tokensOf(kept) === tokensOf(usage)) return;
      const more = isPromptKept ? { output: kept.output + 1 } : { input: kept.input + 1 };
      expect(fits({ ...kept, ...more })).toBe(false);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is kept as it is where it fits', () => {
    const usage = { ...noUsage, input: 3, cacheRead: 4, output: 5, toolUses: { web_search: 1 } };
    expect(shrinkUsage(usage, () => true)).toEqual(usage);
  });
});
