import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollars, formatDollars, formatMultiplied, parseDollars } from './dollars.ts';

describe('dollars', () => {
  it.each([
    ['0', 0],
    ['12.5', 12_500_000_000],
    ['-0.000000001', -1],
    ['9007199.254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is %d nano-dollars and back', (text, nanoUsd) => {
    expect(parseDollars(text)).toBe(nanoUsd);
    expect(formatDollars(nanoUsd)).toBe(text);
  });

  it.each([
    '',
    '.5',
    '5.',
    '1e3',
    ' 1',
    '1,000',
    '0.0000000001',
    '9007199.254740992',
    'NaN',
    '--1',
  ])('refuses %j', (text) => {
    expect(parseDollars(text)).toBeUndefined();
  });

  it('are formatted and parsed without any loss', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (nanoUsd) => {
        expect(parseDollars(formatDollars(nanoUsd))).toBe(nanoUsd);
      }),
    );
  });

  it.each([
    [0.1, 100_000_000],
    [1e-9, 1],
    [0.000_000_25, 250],
    [5, 5_000_000_000],
    ['7.25', 7_250_000_000],
  ])('may be given as %j', (value, nanoUsd) => {
    expect(dollars.parse(value)).toBe(nanoUsd);
  });

  it.each([[0.123_456_789_1], [Number.POSITIVE_INFINITY], ['x'], [true], [null]])(
    'may not be given as %j',
    (value) => {
      expect(dollars.safeParse(value).success).toBe(false);
    },
  );
});

describe('formatMultiplied', () => {
  it.each([
    [3_000_000_000, 1_000_000, '3'],
    [3_000_000_000, 1_234_567, '3.703701'],
    [1, 1, '0.000000000000001'],
    [0, 1_000_000, '0'],
    [Number.MAX_SAFE_INTEGER, 2_000_000, '18014398.509481982'],
  ])('%d nano-dollars × %d millionths are %s', (nanoUsd, multiplier, text) => {
    expect(formatMultiplied(nanoUsd, multiplier)).toBe(text);
  });

  it('equals formatDollars with a multiplier of 1', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (nanoUsd) => {
        expect(formatMultiplied(nanoUsd, 1_000_000)).toBe(formatDollars(nanoUsd));
      }),
    );
  });
});
