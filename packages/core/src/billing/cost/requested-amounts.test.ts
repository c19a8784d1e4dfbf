import fc from 'fast-check';
import { noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { type FoundPrice, type Rates, readPrice } from '../../models/pricing/price.ts';
import { costOf } from './cost.ts';
import {
  outputWithin,
  type PriceContext,
  requestAmounts,
  type TokenBound,
} from './requested-amounts.ts';

const plain = 1_000_000;
const dollar = 1_000_000_000;
const small = readPrice({ input: 1, output: 2 }, 'test');
const large = readPrice({ input: 3, output: 15, cache_write_5m: 3.75, cache_write_1h: 6 }, 'test');

const bound: TokenBound = {
  inputBound: 1_000_000,
  outputBound: 1_000_000,
  leastOutput: 100_000,
  rateTokens: 7,
};

function atListPrice(price: FoundPrice): PriceContext {
  return { price, multiplier: plain };
}

describe('requestAmounts', () => {
  it('is 0 where everything is free', () => {
    for (const kind of ['free', 'unknown'] as const) {
      const amounts = requestAmounts(bound, atListPrice({ kind }));
      expect(amounts).toMatchObject({ nanoUsd: 0, leastNanoUsd: 0 });
    }
  });

  it('is 0 at a price of 0', () => {
    const zero = atListPrice(readPrice({ input: 0, output: 0 }, 'test'));
    for (const hourlyCache of [true, false]) {
      expect(requestAmounts({ ...bound, hourlyCache }, zero).nanoUsd).toBe(0);
    }
  });

  it('uses the most expensive use of its tokens', () => {
    expect(requestAmounts(bound, atListPrice(large))).toEqual({
      nanoUsd: 21 * dollar,
      leastNanoUsd: 7.5 * dollar,
      tokens: 2_000_000,
      leastTokens: 1_100_000,
      rateTokens: 7,
    });
  });

  it('omits the one-hour cache price when it is not requested', () => {
    const amounts = requestAmounts({ ...bound, hourlyCache: false }, atListPrice(large));
    expect(amounts.nanoUsd).toBe(18.75 * dollar);
  });

  it('includes the price tiers that the prompt may reach, and the multiplier of the group', () => {
    const tiers = [{ above: 999_999, input: 10, output: 10, cache_write_1h: 10 }];
    const tiered = readPrice({ input: 1, output: 1, cache_write_1h: 1.25, tiers }, 'test');
    expect(
      requestAmounts({ ...bound, inputBound: 999_999 }, atListPrice(tiered)).nanoUsd,
    ).toBeLessThan(3 * dollar);
    // 12.5 to write to a cache for five minutes, and 10 for the reply.
    expect(requestAmounts(bound, { price: tiered, multiplier: 2_000_000 }).nanoUsd).toBe(
      45 * dollar,
    );
  });

  it('uses the prices of images, which a model may reply with unasked', () => {
    const image = readPrice({ input: 1, output: 2, image_input: 4, image_output: 30 }, 'test');
    const amounts = requestAmounts({ ...bound, hasAudio: false }, atListPrice(image));
    expect(amounts.nanoUsd).toBe(34 * dollar);
    const plainPrompt = { ...bound, hasAudio: false, hasMedia: false, hourlyCache: false };
    // 1.25 to write the prompt to a cache.
    expect(requestAmounts(plainPrompt, atListPrice(image)).nanoUsd).toBe(31.25 * dollar);
  });

  it('includes no output where there is none', () => {
    const amounts = requestAmounts({ ...bound, outputBound: 0 }, atListPrice(small));
    expect(amounts.nanoUsd).toBe(amounts.leastNanoUsd);
    expect(amounts.leastTokens).toBe(1_000_000);
  });

  it('caps amounts at the largest safe integer', () => {
    const amounts = requestAmounts(
      { ...bound, outputBound: Number.MAX_SAFE_INTEGER },
      atListPrice(large),
    );
    expect(amounts.nanoUsd).toBe(Number.MAX_SAFE_INTEGER);
    expect(amounts.leastNanoUsd).toBe(7.5 * dollar);
    expect(amounts.tokens).toBe(Number.MAX_SAFE_INTEGER);
    expect(amounts.leastTokens).toBe(1_100_000);
  });

  it('caps the tokens of any number of replies', () => {
    const outputBound = 128 * Number.MAX_SAFE_INTEGER;
    const amounts = requestAmounts(
      { ...bound, outputBound, leastOutput: outputBound },
      atListPrice(large),
    );
    expect(amounts.tokens).toBe(Number.MAX_SAFE_INTEGER);
    expect(amounts.leastTokens).toBe(Number.MAX_SAFE_INTEGER);
  });
});

const rate = fc.integer({ min: 0, max: 1_000_000_000_000 });
const rates: fc.Arbitrary<Rates> = fc.record({
  input: rate,
  cacheRead: rate,
  cacheWrite5m: rate,
  cacheWrite1h: rate,
  output: rate,
  reasoning: rate,
  audioInput: rate,
  audioOutput: rate,
  imageInput: rate,
  imageOutput: rate,
  videoInput: rate,
  videoOutput: rate,
});
const fee = fc.nat(1_000_000_000).map((nanoUsd) => nanoUsd * 1_000);
const prices: fc.Arbitrary<FoundPrice> = fc
  .record({
    rates,
    tiers: fc
      .array(fc.record({ above: fc.integer({ min: 1, max: 2_000_000 }), rates }), { maxLength: 3 })
      .map((tiers) => tiers.toSorted((left, right) => left.above - right.above)),
    services: fc.record({ fast: fc.integer({ min: 1, max: 10_000_000 }) }),
    fees: fc.record(
      { web_search: fee, maps: fee, grounded_prompt: fee, request: fee },
      { requiredKeys: [] },
    ),
    source: fc.constant('test'),
  })
  .map((price) => ({ kind: 'priced', price }));
const bounds: fc.Arbitrary<TokenBound> = fc.record({
  inputBound: fc.integer({ min: 0, max: 2_000_000 }),
  outputBound: fc.integer({ min: 0, max: 1_000_000 }),
  leastOutput: fc.integer({ min: 0, max: 5_000 }),
  rateTokens: fc.constant(0),
  services: fc.constantFrom(undefined, ['fast'], ['other']),
  toolUses: fc.constantFrom(undefined, { web_search: 5 }, { web_search: 2, maps: 1 }),
  hasAudio: fc.boolean(),
  hasMedia: fc.boolean(),
});
const contexts: fc.Arbitrary<PriceContext> = fc.record({
  price: prices,
  multiplier: fc.integer({ min: 0, max: 10_000_000 }),
});

describe('outputWithin', () => {
  it('is 0 when the grant does not cover the prompt', () => {
    const prices = atListPrice(small);
    expect(outputWithin({ nanoUsd: 0, tokens: 9_000_000 }, bound, prices)).toBe(0);
    expect(outputWithin({ nanoUsd: 9 * dollar, tokens: 999_999 }, bound, prices)).toBe(0);
  });

  it('uses the token budget where money is not limited', () => {
    const grant = { nanoUsd: 0, tokens: 1_000_500 };
    expect(outputWithin(grant, bound, atListPrice({ kind: 'free' }))).toBe(500);
  });

  it('is exact where a nano-dollar pays for a million million tokens', () => {
    const one = { input: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 };
    const media = {
      audioInput: 1,
      audioOutput: 1,
      imageInput: 1,
      imageOutput: 1,
      videoInput: 1,
      videoOutput: 1,
    };
    const rates = { ...one, output: 1, reasoning: 1, ...media };
    const price = { rates, tiers: [], services: {}, fees: {}, source: 'test' };
    const asked = { ...bound, inputBound: 0, outputBound: 2 * 10 ** 12 };
    const grant = { nanoUsd: 1, tokens: Number.MAX_SAFE_INTEGER };
    const cheapest: PriceContext = { price: { kind: 'priced', price }, multiplier: 1 };
    expect(outputWithin(grant, asked, cheapest)).toBe(10 ** 12);
  });

  it('is the full request when everything was granted', () => {
    fc.assert(
      fc.property(bounds, contexts, (asked, prices) => {
        const { nanoUsd, tokens } = requestAmounts(asked, prices);
        expect(outputWithin({ nanoUsd, tokens }, asked, prices)).toBe(asked.outputBound);
      }),
    );
  });

  it('never lets a reply cost more than the grant, for any usage', () => {
    const asked = fc.record({
      bound: bounds,
      prices: contexts,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      split: fc.tuple(fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true })),
      media: fc.constantFrom('image', 'video', undefined),
    });
    fc.assert(
      fc.property(asked, ({ bound: own, prices: paid, share, split, media }) => {
        const { nanoUsd, tokens, leastNanoUsd } = requestAmounts(own, paid);
        const grant = {
          nanoUsd: leastNanoUsd + Math.floor((nanoUsd - leastNanoUsd) * share),
          tokens,
        };
        const output = outputWithin(grant, own, paid);
        const [kind, part] = split;
        const name = (['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const)[kind];
        const reasoning = Math.floor(output * part);
        const answer = { ...noUsage, output: output - reasoning, reasoning };
        const promptMedia = own.hasMedia === true ? own.inputBound : 0;
        const usage = {
          ...{ ...answer, [name ?? 'input']: Math.floor(own.inputBound * part) },
          ...(own.hasAudio === true && { audio: { input: promptMedia, output } }),
          ...(media !== undefined && { [media]: { input: promptMedia, output } }),
          ...(own.services && { services: own.services }),
          ...(own.toolUses && { toolUses: own.toolUses }),
        };
        const { nanoUsd: cost } = costOf(paid.price, usage, paid.multiplier);
        expect(cost).toBeLessThanOrEqual(grant.nanoUsd);
      }),
    );
  });

  it('is the longest reply that a grant pays for, to the token', () => {
    const sums = fc.record({
      bound: bounds,
      prices: contexts,
      grant: fc.record({
        nanoUsd: fc.maxSafeNat(),
        tokens: fc.integer({ min: 0, max: 4_000_000 }),
      }),
    });
    fc.assert(
      fc.property(sums, ({ bound: own, prices: paid, grant }) => {
        const output = outputWithin(grant, own, paid);
        const costs = (outputBound: number) => requestAmounts({ ...own, outputBound }, paid);
        const fits = ({ nanoUsd, tokens }: ReturnType<typeof costs>): boolean =>
          nanoUsd <= grant.nanoUsd && tokens <= grant.tokens;
        if (output > 0) expect(fits(costs(output))).toBe(true);
        if (output < own.outputBound) expect(fits(costs(output + 1))).toBe(false);
      }),
    );
  });

  it('is at least the requested minimum', () => {
    fc.assert(
      fc.property(bounds, contexts, (own, paid) => {
        const { leastNanoUsd: nanoUsd, leastTokens: tokens } = requestAmounts(own, paid);
        const output = outputWithin({ nanoUsd, tokens }, own, paid);
        expect(output).toBeGreaterThanOrEqual(Math.min(own.leastOutput, own.outputBound));
      }),
    );
  });
});
