import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addProduct, type Exact, multiplyUp, toWhole } from './exact.ts';

const plain = 1_000_000;
const largest = Number.MAX_SAFE_INTEGER;

/** Small and large ones, and those next to powers of ten and to the largest exact number. */
const whole = fc.oneof(
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 20_000_000 }),
  fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -2, max: 2 }))
    .map(([digits, near]) => Math.max(0, 10 ** digits + near)),
  fc.integer({ min: 0, max: 3 }).map((below) => largest - below),
);

const invalid = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY];

function exactly(sum: Exact, multiplier: number): bigint {
  return (BigInt(sum) * BigInt(multiplier) + 10n ** 12n - 1n) / 10n ** 12n;
}

describe('addProduct', () => {
  it.each(invalid)('refuses %d tokens, and such a rate', (number) => {
    expect(() => addProduct(0, number, 1)).toThrow(RangeError);
    expect(() => addProduct(0, 1, number)).toThrow(RangeError);
    expect(() => addProduct(10n ** 20n, number, 1)).toThrow(RangeError);
  });

  it('equals the sum of big integers, and is a number while that is exact', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(whole, whole), { maxLength: 4 }), (products) => {
        const sum = products.reduce<Exact>(
          (all, [tokens, rate]) => addProduct(all, tokens, rate),
          0,
        );
        const exact = products.reduce(
          (all, [left, right]) => all + BigInt(left) * BigInt(right),
          0n,
        );
        expect(BigInt(sum)).toBe(exact);
        expect(typeof sum).toBe(exact <= BigInt(largest) ? 'number' : 'bigint');
      }),
    );
  });
});

describe('multiplyUp', () => {
  it.each(invalid)('refuses the multiplier %d', (multiplier) => {
    expect(() => multiplyUp(1, multiplier)).toThrow(RangeError);
    expect(() => multiplyUp(1n, multiplier)).toThrow(RangeError);
  });

  it.each([
    [0, plain, 0],
    [1, plain, 1],
    [1_000_000, plain, 1],
    [1_000_001, plain, 2],
    [999_999, 999_999, 1],
    [1_000_000, 1, 1],
    [1_000_001, 1_999_999, 3],
    [largest, plain, 9_007_199_255],
    [1_000_000, largest, 9_007_199_255],
  ])('%d nano-dollars per million tokens, times %d millionths, is %d', (sum, multiplier, up) => {
    expect(multiplyUp(sum, multiplier)).toBe(up);
  });

  it('equals the product of big integers, for amounts of any size', () => {
    fc.assert(
      fc.property(whole, whole, (sum, multiplier) => {
        expect(BigInt(multiplyUp(sum, multiplier))).toBe(exactly(sum, multiplier));
        expect(BigInt(multiplyUp(BigInt(sum), multiplier))).toBe(exactly(sum, multiplier));
      }),
      { numRuns: 1_000 },
    );
  });

  it('needs no big integer for the price of a request without a multiplier', () => {
    fc.assert(
      fc.property(whole, (sum) => {
        expect(typeof multiplyUp(sum, plain)).toBe('number');
      }),
    );
  });
});

describe('toWhole', () => {
  it('names what it refuses', () => {
    expect(() => toWhole(0.5)).toThrow(new RangeError('0.5 is not a whole number of at least 0.'));
  });

  it.each(invalid)('refuses %d', (number) => {
    expect(() => toWhole(number)).toThrow(RangeError);
  });
});
