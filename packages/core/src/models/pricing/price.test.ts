import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPrice } from './price.ts';

describe('readPrice', () => {
  it('has no price where one side has none', () => {
    expect(readPrice({ input: 1 }, 'x')).toEqual({ kind: 'unknown' });
    expect(readPrice({ output: 1 }, 'x')).toEqual({ kind: 'unknown' });
  });

  it('distinguishes free from a price of 0', () => {
    expect(readPrice({ free: true }, 'x')).toEqual({ kind: 'free' });
    expect(readPrice({ input: 0, output: 0 }, 'x')).toMatchObject({ kind: 'priced' });
  });

  it('fills in missing rates', () => {
    expect(readPrice({ input: 3, output: 15 }, 'x')).toEqual({
      kind: 'priced',
      price: {
        rates: {
          input: 3_000_000_000,
          cacheRead: 3_000_000_000,
          cacheWrite5m: 3_750_000_000,
          cacheWrite1h: 6_000_000_000,
          output: 15_000_000_000,
          reasoning: 15_000_000_000,
          audioInput: 3_000_000_000,
          audioOutput: 15_000_000_000,
          imageInput: 3_000_000_000,
          imageOutput: 15_000_000_000,
          videoInput: 3_000_000_000,
          videoOutput: 15_000_000_000,
        },
        tiers: [],
        services: {},
        fees: {},
        source: 'x',
      },
    });
  });

  it('reads factors to the sixth decimal', () => {
    const found = readPrice({ input: 1, output: 1, services: { fast: 1.666_667 } }, 'x');
    expect(found).toMatchObject({ price: { services: { fast: 1_666_667 } } });
  });

  it('never makes an hour in a cache cheaper than five minutes', () => {
    const found = readPrice({ input: 1, output: 1, cache_write_5m: 9 }, 'x');
    expect(found).toMatchObject({ price: { rates: { cacheWrite1h: 9_000_000_000 } } });
  });

  it('puts tiers in order and reads each by itself', () => {
    const high = { above: 200, input: 4, output: 4 };
    const found = readPrice(
      { input: 1, output: 1, cache_read: 0.1, tiers: [high, { ...high, above: 100, input: 2 }] },
      'x',
    );
    expect(found).toMatchObject({
      price: {
        tiers: [
          { above: 100, rates: { input: 2e9, cacheRead: 2e9 } },
          { above: 200, rates: { input: 4e9, cacheRead: 4e9 } },
        ],
      },
    });
  });

  it('keeps every decimal that a price may have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (nanoUsd) => {
        const found = readPrice({ input: nanoUsd / 1e9, output: 0 }, 'x');
        expect(found).toMatchObject({ price: { rates: { input: nanoUsd } } });
      }),
    );
  });
});
