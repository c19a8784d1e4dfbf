import { describe, expect, it } from 'vitest';
import { findCallerAddress, isAddressRange, isOnList, mayCallFrom } from './addresses.ts';

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

describe('isOnList', () => {
  it.each([
    [[], '192.0.2.1', false],
    [['192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.1'], '192.0.2.0', false],
    [['192.0.2.0/31'], '192.0.2.1', true],
    [['192.0.2.0/31'], '192.0.2.2', false],
    [['2001:db8::1'], '2001:db8::1', true],
    [['2001:db8::1'], '2001:db8::2', false],
    [['::ffff:192.0.2.1'], '192.0.2.1', true],
    [['::ffff:192.0.2.1'], '192.0.2.0', false],
    [['::ffff:0:0/95'], '192.0.2.1', false],
    [['0.0.0.0/0'], '::1', false],
    [['0.0.0.0/0'], 'localhost', false],
  ])('of %j for %s is %j', (ranges, address, isListed) => {
    expect(isOnList(ranges, address)).toBe(isListed);
  });
});

describe('isAddressRange', () => {
  it.each(['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::', '2001:db8::/32', '::1/128'])(
    'accepts %s',
    (text) => {
      expect(isAddressRange(text)).toBe(true);
    },
  );

  it.each(['', '10', '10/8', '192.0.2', '192.0.2.0/33', '192.0.2.0/', '::1/129', '::1/1/2', 'a'])(
    'refuses "%s"',
    (text) => {
      expect(isAddressRange(text)).toBe(false);
    },
  );
});

const trusted = ['10.0.0.0/8', '2001:db8:1::/48'];

describe('findCallerAddress', () => {
  it.each([
    ['the neighbour, whatever it says', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['nothing where the host knows nothing', undefined, '198.51.100.1', undefined],
    ['whom a proxy got it from', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last that no proxy is', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['not what the caller claims', '10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['the first of all proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy that says nothing', '10.0.0.1', '', '10.0.0.1'],
    ['without the port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['without brackets', '2001:db8:1::5', '[2001:db8:2::1]:4711', '2001:db8:2::1'],
    ['by IPv4 in IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what is no address, which is on no list', '10.0.0.1', 'unknown', 'unknown'],
  ] as const)('finds %s', (...[, neighbour, forwarded, found]) => {
    const headers = new Headers({ 'x-forwarded-for': forwarded });
    expect(findCallerAddress(neighbour, headers, trusted)).toBe(found);
  });

  it('ignores forwarded addresses by default', () => {
    const headers = new Headers({ 'x-forwarded-for': '198.51.100.1' });
    expect(findCallerAddress('127.0.0.1', headers, [])).toBe('127.0.0.1');
  });

  it.each([
    [31, '198.51.100.1'],
    [32, '10.0.0.9'],
  ])('reads 32 entries of a header: behind %i proxies is %s', (count, found) => {
    const proxies = Array.from({ length: count }, () => '10.0.0.9');
    const headers = new Headers({ 'x-forwarded-for': ['198.51.100.1', ...proxies].join(', ') });
    expect(findCallerAddress('10.0.0.1', headers, trusted)).toBe(found);
  });

  it('is the trusted neighbour of a request without the header', () => {
    expect(findCallerAddress('10.0.0.1', new Headers(), trusted)).toBe('10.0.0.1');
  });

  it('reads a header of any length, from its end', () => {
    const long = `${'10.0.0.9,'.repeat(100_000)}198.51.100.1`;
    const headers = new Headers({ 'x-forwarded-for': long });
    expect(findCallerAddress('10.0.0.1', headers, trusted)).toBe('198.51.100.1');
  });
});
