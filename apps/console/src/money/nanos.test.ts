import { describe, expect, it } from 'vitest';
import { readNanos, toNanos, writeNanos } from './nanos.ts';

describe('readNanos', () => {
  it.each([
    '',
    '1,5',
    '1.',
    '.5',
    '1e3',
    '0.0000000001',
    '12345678',
    '9007199.254740992',
    ' 1',
    '$1',
  ])('refuses %j as the gateway does', (text) => {
    expect(readNanos(text)).toBeUndefined();
  });

  it('reads to the last billionth', () => {
    expect(readNanos('12.50')).toBe(12_500_000_000n);
    expect(readNanos('-0.000000001')).toBe(-1n);
    expect(readNanos('9007199.254740991')).toBe(BigInt(Number.MAX_SAFE_INTEGER));
  });
});

describe('toNanos and writeNanos', () => {
  it.each(['0', '0.1', '-0.000000001', '-12.5', '123456789012.000000001'])('keep %s', (text) => {
    expect(writeNanos(toNanos(text))).toBe(text);
  });

  it('add up where floating numbers do not', () => {
    expect(writeNanos(toNanos('0.1') + toNanos('0.2'))).toBe('0.3');
  });
});
