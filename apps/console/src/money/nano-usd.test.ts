import { describe, expect, it } from 'vitest';
import { readNanoUsd, toNanoUsd, writeNanoUsd } from './nano-usd.ts';

describe('readNanoUsd', () => {
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
    expect(readNanoUsd(text)).toBeUndefined();
  });

  it('reads to the last billionth', () => {
    expect(readNanoUsd('12.50')).toBe(12_500_000_000n);
    expect(readNanoUsd('-0.000000001')).toBe(-1n);
    expect(readNanoUsd('9007199.254740991')).toBe(BigInt(Number.MAX_SAFE_INTEGER));
  });
});

describe('toNanoUsd and writeNanoUsd', () => {
  it.each(['0', '0.1', '-0.000000001', '-12.5', '123456789012.000000001'])('keep %s', (text) => {
    expect(writeNanoUsd(toNanoUsd(text))).toBe(text);
  });

  it('add up exactly where floating-point numbers do not', () => {
    expect(writeNanoUsd(toNanoUsd('0.1') + toNanoUsd('0.2'))).toBe('0.3');
  });
});
