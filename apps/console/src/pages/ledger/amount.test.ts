import { describe, expect, it } from 'vitest';
import { checkAmount } from './amount.ts';

describe('checkAmount', () => {
  it('rejects what the gateway would reject', () => {
    expect(checkAmount('1,000', 'top-up')).toBe('badAmount');
    expect(checkAmount('-5', 'top-up')).toBe('notPositive');
    expect(checkAmount('0.00', 'top-up')).toBe('notPositive');
    expect(checkAmount('0', 'adjustment')).toBe('isZero');
  });

  it('accepts negative corrections', () => {
    expect(checkAmount('-5', 'adjustment')).toBeUndefined();
    expect(checkAmount('0.000000001', 'top-up')).toBeUndefined();
  });
});
