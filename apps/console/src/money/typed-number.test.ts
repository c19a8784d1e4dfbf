import { describe, expect, it } from 'vitest';
import { readTypedNumber } from './typed-number.ts';

describe('a typed number', () => {
  it.each([
    ['12.5', '12.5'],
    [' -3 ', '-3'],
    ['12,5', '12.5'],
    ['-0,125', '-0.125'],
    ['0,0005', '0.0005'],
    ['１２．５', '12.5'],
    ['１２，５', '12.5'],
    ['3。25', '3.25'],
    ['−5', '-5'],
    ['１，０００', '1,000'],
  ])('%s is %s', (typed, number) => {
    expect(readTypedNumber(typed)).toBe(number);
  });

  it.each(['1,000', '1.000,50', '1,000.50', '1,2,3', 'cheap', ''])(
    '%s is left for the API to judge',
    (typed) => {
      expect(readTypedNumber(typed)).toBe(typed);
    },
  );
});
