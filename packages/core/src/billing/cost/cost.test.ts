import { noUsage, type Usage } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUp, amountOf, costOf, readArithmetic } from './cost.ts';
import type { FoundPrice, Rates } from '../../models/pricing/price.ts';

const plain = 1_000_000;
const countNames = [
  'input',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoning',
] as const;

const rate = fc.integer({ min: 0, max: 100_000_000_000 });
const tokens = fc.integer({ min: 0, max: 10_000_000 });
const multipliers = fc.integer({ min: 0, max: 50_000_000 });

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

const factor = fc.integer({ min: 1, max: 2_500_000 });
const services = fc.record({ fast: factor, flex: factor });

const fee = fc.nat(1_000_000_000).map((nanoUsd) => nanoUsd * 1_000);
const fees = fc.record(
  { web_search: fee, file_search: fee, grounded_prompt: fee, request: fee },
  { requiredKeys: [] },
);
const uses = fc.integer({ min: 1, max: 10_000 });

const counts = {
  input: tokens,
  cacheRead: tokens,
  cacheWrite5m: tokens,
  cacheWrite1h: tokens,
  output: tokens,
  reasoning: tokens,
};

const textUsages: fc.Arbitrary<Usage> = fc.record(counts);

/** With media and services, of which the price does not know one. */
const usages: fc.Arbitrary<Usage> = fc.record(
  {
    ...counts,
    audio: fc.record({ input: tokens, output: tokens }),
    image: fc.record({ input: tokens, output: tokens }),
    video: fc.record({ input: tokens, output: tokens }),
    services: fc.subarray(['fast', 'flex', 'other']),
    toolUses: fc.record({ web_search: uses, file_search: uses, maps: uses }, { requiredKeys: [] }),
  },
  { requiredKeys: [...countNames] },
);

/** Tiers that are not cheaper than those below them, as is true of all known prices. */
const prices = fc
  .tuple(
    rates,
    fc.array(fc.tuple(fc.integer({ min: 1, max: 20_000_000 }), rates), { maxLength: 2 }),
    services,
    fees,
  )
  .map(([base, steps, factors, own]): FoundPrice => {
    let below = base;
    const tiers = steps
      .toSorted(([left], [right]) => left - right)
      .map(([above, added]) => {
        below = addRates(below, added);
        return { above, rates: below };
      });
    const price = { rates: base, tiers, services: factors, fees: own, source: 'test' };
    return { kind: 'priced', price };
  });

function addRates(left: Rates, right: Rates): Rates {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite5m: left.cacheWrite5m + right.cacheWrite5m,
    cacheWrite1h: left.cacheWrite1h + right.cacheWrite1h,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
    audioInput: left.audioInput + right.audioInput,
    audioOutput: left.audioOutput + right.audioOutput,
    imageInput: left.imageInput + right.imageInput,
    imageOutput: left.imageOutput + right.imageOutput,
    videoInput: left.videoInput + right.videoInput,
    videoOutput: left.videoOutput + right.videoOutput,
  };
}

const dollar = 1_000_000_000;
const sonnet: FoundPrice = {
  kind: 'priced',
  price: {
    source: 'test',
    fees: { web_search: 10_000 * dollar },
    rates: {
      input: 3 * dollar,
      cacheRead: 0.3 * dollar,
      cacheWrite5m: 3.75 * dollar,
      cacheWrite1h: 6 * dollar,
      output: 15 * dollar,
      reasoning: 15 * dollar,
      audioInput: 30 * dollar,
      audioOutput: 60 * dollar,
      imageInput: 9 * dollar,
      imageOutput: 120 * dollar,
      videoInput: 12 * dollar,
      videoOutput: 18 * dollar,
    },
    services: { fast: 2_000_000, us: 1_100_000, flex: 500_000 },
    tiers: [
      {
        above: 200_000,
        rates: {
          input: 6 * dollar,
          cacheRead: 0.6 * dollar,
          cacheWrite5m: 7.5 * dollar,
          cacheWrite1h: 12 * dollar,
          output: 22.5 * dollar,
          reasoning: 22.5 * dollar,
          audioInput: 60 * dollar,
          audioOutput: 90 * dollar,
          imageInput: 18 * dollar,
          imageOutput: 180 * dollar,
          videoInput: 24 * dollar,
          videoOutput: 27 * dollar,
        },
      },
    ],
  },
};

describe('costOf', () => {
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d tokens', (input) => {
    expect(() => costOf(sonnet, { ...noUsage, input }, plain)).toThrow(RangeError);
  });

  it.each([-1, 0.5, Number.NaN])('refuses the multiplier %d', (multiplier) => {
    expect(() => costOf(sonnet, { ...noUsage, input: 1 }, multiplier)).toThrow(RangeError);
  });

  it('refuses an amount that a number cannot hold exactly, instead of cutting it', () => {
    const usage = { ...noUsage, output: 1_000_000_000_000 };
    expect(() => costOf(sonnet, usage, plain)).toThrow(RangeError);
    expect(costOf(sonnet, { ...noUsage, output: 500_000_000_000 }, plain).nanoUsd).toBe(7.5e15);
  });

  it('prices every kind of token by its own rate', () => {
    const usage = {
      input: 1_000,
      cacheRead: 10_000,
      cacheWrite5m: 2_000,
      cacheWrite1h: 500,
      output: 300,
      reasoning: 100,
    };
    // 3,000 + 3,000 + 7,500 + 3,000 + 4,500 + 1,500 millionths of a dollar.
    expect(costOf(sonnet, usage, plain)).toMatchObject({
      pricing: 'priced',
      listNanoUsd: 22_500_000,
      nanoUsd: 22_500_000,
    });
  });

  it('charges the whole request by the tier of its prompt, caches included', () => {
    const atTier = { ...noUsage, input: 100_000, cacheRead: 100_000, output: 1_000 };
    expect(costOf(sonnet, atTier, plain).nanoUsd).toBe(345_000_000);
    const above = { ...atTier, cacheRead: 100_001 };
    expect(costOf(sonnet, above, plain).nanoUsd).toBe(682_500_600);
  });

  it('prices audio by its own rates, and the rest of the tokens by theirs', () => {
    const usage = { ...noUsage, input: 1_000, output: 100, audio: { input: 400, output: 100 } };
    // 1,800 + 12,000 + 6,000 millionths of a dollar.
    expect(costOf(sonnet, usage, plain).nanoUsd).toBe(19_800_000);
    const beyond = { ...usage, audio: { input: 9_000, output: 9_000 } };
    expect(costOf(sonnet, beyond, plain).nanoUsd).toBe(36_000_000);
  });

  it('prices images by their own rates, and beside audio what audio leaves', () => {
    const usage = { ...noUsage, input: 1_000, output: 100, image: { input: 400, output: 90 } };
    // 1,800 + 3,600 + 150 + 10,800 millionths of a dollar.
    expect(costOf(sonnet, usage, plain).nanoUsd).toBe(16_350_000);
    const media = { ...usage, audio: { input: 800, output: 0 }, image: { input: 800, output: 0 } };
    // 24,000 + 1,800 + 1,500.
    expect(costOf(sonnet, media, plain).nanoUsd).toBe(27_300_000);
  });

  it('prices videos by their own rates, and beside other media what those leave', () => {
    const usage = { ...noUsage, input: 1_000, output: 100, video: { input: 400, output: 50 } };
    // 1,800 + 4,800 + 750 + 900 millionths of a dollar.
    expect(costOf(sonnet, usage, plain).nanoUsd).toBe(8_250_000);
    const media = { ...usage, image: { input: 800, output: 0 } };
    // 7,200 + 2,400 + 750 + 900.
    expect(costOf(sonnet, media, plain).nanoUsd).toBe(11_250_000);
  });

  it('multiplies the rates by the factor of each service, and records them', () => {
    const usage = { ...noUsage, input: 1_000, output: 100, services: ['fast', 'us'] };
    const { nanoUsd, arithmetic } = costOf(sonnet, usage, plain);
    expect(nanoUsd).toBe(2.2 * 4_500_000);
    expect(readArithmetic(arithmetic)).toMatchObject({
      services: [
        ['fast', 2_000_000],
        ['us', 1_100_000],
      ],
    });
    expect(costOf(sonnet, { ...usage, services: ['flex'] }, plain).nanoUsd).toBe(2_250_000);
  });

  it('records a service of unknown price, which costs as much as the usual one', () => {
    const { nanoUsd, arithmetic } = costOf(
      sonnet,
      { ...noUsage, input: 1_000, services: ['constructor'] },
      plain,
    );
    expect(nanoUsd).toBe(3_000_000);
    expect(readArithmetic(arithmetic)?.services).toEqual([['constructor', 1_000_000]]);
  });

  it('multiplies before it rounds, and rounds up once', () => {
    const third: FoundPrice = {
      kind: 'priced',
      price: { ...tinyPrice, rates: { ...tinyPrice.rates, input: 300_000, output: 300_000 } },
    };
    const usage = { ...noUsage, input: 1, output: 1 };
    // 0.6 nano-dollars in all; 0.9 with the multiplier.
    expect(costOf(third, usage, 1_500_000)).toMatchObject({ listNanoUsd: 1, nanoUsd: 1 });
    expect(costOf(third, usage, 0)).toMatchObject({ listNanoUsd: 1, nanoUsd: 0 });
  });

  it('rounds up the smallest amount that there is, before and after the multiplier', () => {
    const least: FoundPrice = {
      kind: 'priced',
      price: { ...tinyPrice, rates: { ...tinyPrice.rates, input: 1 } },
    };
    const usage = { ...noUsage, input: 1 };
    expect(costOf(least, usage, 1)).toMatchObject({ listNanoUsd: 1, nanoUsd: 1 });
  });

  it('has no fees in a price that an earlier version recorded', () => {
    const { fees: _, ...recorded } = tinyPrice;
    const usage = { ...noUsage, toolUses: { web_search: 1 } };
    const cost = costOf({ kind: 'priced', price: recorded }, usage, 1_000_000);
    expect(cost).toMatchObject({ pricing: 'priced', nanoUsd: 0 });
    expect(readArithmetic(cost.arithmetic)?.unpriced).toEqual(['web_search']);
  });

  it('quarantines usage without a price, with the data to price it later', () => {
    const usage = { ...noUsage, input: 1_000, output: 100 };
    const cost = costOf({ kind: 'unknown' }, usage, 1_500_000);
    expect(cost).toMatchObject({ pricing: 'quarantined', nanoUsd: 0, listNanoUsd: 0 });
    expect(readArithmetic(cost.arithmetic)).toEqual({
      price: 'unknown',
      lines: [
        ['input', 1_000, 0],
        ['output', 100, 0],
      ],
      multiplier: 1_500_000,
    });
  });

  it('charges 0 for free models', () => {
    const cost = costOf({ kind: 'free' }, { ...noUsage, output: 9 }, plain);
    expect(cost).toMatchObject({ pricing: 'free', nanoUsd: 0, listNanoUsd: 0 });
  });

  it('marks an estimate', () => {
    const { arithmetic } = costOf(sonnet, { ...noUsage, input: 1, estimated: true }, plain);
    expect(readArithmetic(arithmetic)).toMatchObject({ estimated: true });
  });

  it('is the same when it is computed again', () => {
    fc.assert(
      fc.property(prices, usages, multipliers, (found, usage, multiplier) => {
        const { listNanoUsd, nanoUsd, arithmetic } = costOf(found, usage, multiplier);
        const read = readArithmetic(arithmetic);
        expect(read && addUp(read)).toEqual({ listNanoUsd, nanoUsd });
        expect(nanoUsd).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is exact for amounts of any size', () => {
    const someLines = fc.array(fc.tuple(fc.constant('input' as const), tokens, rate), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(someLines, (lines) => {
        const sum = lines.reduce((all, [, count, each]) => all + BigInt(count) * BigInt(each), 0n);
        const exact = Number((sum + 999_999n) / 1_000_000n);
        expect(addUp({ lines, multiplier: plain })).toEqual({ listNanoUsd: exact, nanoUsd: exact });
      }),
    );
  });

  it('is the same for the operator, who pays no multiplier', () => {
    fc.assert(
      fc.property(prices, usages, (found, usage) => {
        const { nanoUsd, pricing } = costOf(found, usage, plain);
        expect(amountOf(found, usage)).toBe(pricing === 'quarantined' ? undefined : nanoUsd);
      }),
    );
  });

  it('never decreases when usage grows', () => {
    const asked = fc.record({
      found: prices,
      usage: usages,
      multiplier: multipliers,
      name: fc.constantFrom(...countNames),
      more: tokens,
    });
    fc.assert(
      fc.property(asked, ({ found, usage, multiplier, name, more }) => {
        const less = costOf(found, usage, multiplier);
        const added = costOf(found, { ...usage, [name]: usage[name] + more }, multiplier);
        expect(added.nanoUsd).toBeGreaterThanOrEqual(less.nanoUsd);
        expect(added.listNanoUsd).toBeGreaterThanOrEqual(less.listNanoUsd);
      }),
    );
  });

  it('differs by less than a nano-dollar for each attempt that usage is split over', () => {
    fc.assert(
      fc.property(
        rates,
        fc.array(textUsages, { minLength: 1, maxLength: 20 }),
        multipliers,
        (base, parts, by) => {
          const found: FoundPrice = {
            kind: 'priced',
            price: { rates: base, tiers: [], services: {}, fees: {}, source: '' },
          };
          const whole = costOf(found, parts.reduce(addUsage), by).nanoUsd;
          const split = parts.reduce((sum, part) => sum + costOf(found, part, by).nanoUsd, 0);
          expect(split).toBeGreaterThanOrEqual(whole);
          expect(split - whole).toBeLessThan(parts.length);
        },
      ),
    );
  });
});

const tinyPrice = {
  source: 'test',
  tiers: [],
  services: {},
  fees: {},
  rates: {
    ...noUsage,
    audioInput: 0,
    audioOutput: 0,
    imageInput: 0,
    imageOutput: 0,
    videoInput: 0,
    videoOutput: 0,
  },
};

function addUsage(left: Usage, right: Usage): Usage {
  const sums = countNames.map((name) => [name, left[name] + right[name]] as const);
  return { ...noUsage, ...Object.fromEntries(sums) };
}
