import { describe, expect, it } from 'vitest';
import { mayCallFrom } from './addresses.ts';

describe('mayCallFrom', () => {
  it.each([
    [{}, '192.0.2.1', true],
    [{}, undefined, true],
    [{ allowedFrom: ['192.0.2.0/24'] }, '192.0.2.7', true],
    [{ allowedFrom: ['192.0.2.0/24'] }, '::ffff:192.0.2.7', true],
    [{ allowedFrom: ['192.0.2.0/24'] }, '192.0.3.7', false],
    [{ allowedFrom: ['192.0.2.0/24'] }, '2001:db8::1', false],
    [{ allowedFrom: ['192.0.2.0/24'] }, undefined, false],
    [{ allowedFrom: ['192.0.2.0/24'] }, 'no address', false],
    [{ allowedFrom: ['2001:db8::/32', '192.0.2.1'] }, '192.0.2.1', true],
    [{ allowedFrom: ['2001:db8::/32'] }, '2001:db8:1::1', true],
    [{ deniedFrom: ['192.0.2.1'] }, '192.0.2.1', false],
    [{ deniedFrom: ['192.0.2.1'] }, '192.0.2.2', true],
    [{ deniedFrom: ['192.0.2.1'] }, undefined, true],
    [{ deniedFrom: ['::ffff:192.0.2.0/120'] }, '192.0.2.7', false],
    [{ deniedFrom: ['::ffff:192.0.2.0/120'] }, '::ffff:192.0.2.7', false],
    [{ deniedFrom: ['::ffff:192.0.2.0/120'] }, '192.0.3.7', true],
    [{ allowedFrom: ['::ffff:0:0/96'] }, '192.0.2.7', true],
    [{ allowedFrom: ['::/0'] }, '2001:db8::1', true],
    [{ allowedFrom: ['192.0.2.0/24'], deniedFrom: ['192.0.2.1'] }, '192.0.2.1', false],
  ])('by %o from %s is %j', (rules, address, may) => {
    expect(mayCallFrom(rules, address)).toBe(may);
  });
});
