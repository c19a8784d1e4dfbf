import { describe, expect, it } from 'vitest';
import { inputTotal, noUsage, outputTotal, servicesOf, tokenCount } from './usage.ts';

describe('tokenCount', () => {
  it.each([
    undefined,
    null,
    '',
    '-7',
    '7e3',
    '12345678901',
    NaN,
    Infinity,
    -Infinity,
    -1,
    -0.5,
    1e9 + 1,
    1e300,
    {},
    [7],
    true,
  ])('counts the claim %j as nothing', (claim) => {
    expect(tokenCount(claim)).toBe(0);
  });

  it.each([
    [0, 0],
    [7, 7],
    [7.9, 7],
    [1e9, 1e9],
    ['7', 7],
  ])('reads the claim %j as %d', (claim, count) => {
    expect(tokenCount(claim)).toBe(count);
  });
});

describe('services', () => {
  it.each([
    [['priority'], ['priority']],
    [['ON_DEMAND_PRIORITY'], ['priority']],
    [
      ['standard', 'fast', 'us'],
      ['fast', 'us'],
    ],
    [['priority', null, 'global'], ['priority']],
  ])('are read from the words %j', (words, services) => {
    expect(servicesOf(...words)).toEqual({ services });
  });

  it.each([
    [['auto', 'default', 'standard_only', 'ON_DEMAND', 'STANDARD', 'not_available']],
    [[undefined, null, 3, {}, '']],
    [['a secret of some kind', '<b>', '__proto__', 'x'.repeat(33)]],
  ])('are absent for %j', (words) => {
    expect(servicesOf(...words)).toEqual({});
  });
});

describe('totals', () => {
  it('count every bucket once', () => {
    const usage = {
      ...noUsage,
      input: 1,
      cacheRead: 10,
      cacheWrite5m: 100,
      cacheWrite1h: 1000,
      output: 2,
      reasoning: 20,
    };
    expect(inputTotal(usage)).toBe(1111);
    expect(outputTotal(usage)).toBe(22);
  });
});
