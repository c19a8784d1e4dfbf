import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createAuthFailureLimiter, refuseCredential, refuseGuess } from './auth-failure-limiter.ts';

describe('createAuthFailureLimiter', () => {
  it('blocks an address after sixty failures, until a minute after the first', () => {
    let tick = 0;
    const limit = createAuthFailureLimiter({ now: () => tick, monotonic: () => tick });
    for (let guess = 0; guess < 60; guess++) {
      expect(limit.blockedFor('192.0.2.1')).toBeUndefined();
      limit.record('192.0.2.1');
    }
    expect(limit.blockedFor('192.0.2.1')).toBe(60);
    expect(limit.blockedFor('192.0.2.2')).toBeUndefined();
    tick = 59_500;
    expect(limit.blockedFor('192.0.2.1')).toBe(1);
    tick = 60_000;
    expect(limit.blockedFor('192.0.2.1')).toBeUndefined();
  });

  it('counts the addresses of an IPv6 network of 64 bits together', () => {
    const limit = createAuthFailureLimiter({ now: () => 0, monotonic: () => 0 });
    for (let guess = 0; guess < 60; guess++) limit.record(`2001:db8:0:1::${guess.toString(16)}`);
    expect(limit.blockedFor('2001:db8:0:1:ffff::1')).toBe(60);
    expect(limit.mayLookUp('2001:DB8:0:1::abcd')).toBe(false);
    expect(limit.blockedFor('2001:db8:0:2::1')).toBeUndefined();
  });

  it('counts an IPv4 address in its IPv6 form as itself', () => {
    const limit = createAuthFailureLimiter({ now: () => 0, monotonic: () => 0 });
    for (let guess = 0; guess < 60; guess++) limit.record('::ffff:192.0.2.1');
    expect(limit.blockedFor('192.0.2.1')).toBe(60);
    expect(limit.blockedFor('::ffff:192.0.2.2')).toBeUndefined();
  });

  it('lets a blocked address look up an unknown credential a moment after its last failure', () => {
    let tick = 0;
    const limit = createAuthFailureLimiter({ now: () => tick, monotonic: () => tick });
    for (let guess = 0; guess < 60; guess++) limit.record('192.0.2.1');
    expect(limit.mayLookUp('192.0.2.1')).toBe(false);
    expect(limit.mayLookUp('192.0.2.2')).toBe(true);
    tick = 100;
    expect(limit.mayLookUp('192.0.2.1')).toBe(true);
    limit.record('192.0.2.1');
    expect(limit.mayLookUp('192.0.2.1')).toBe(false);
  });

  it('counts 10,000 addresses at most, and forgets the one that failed first', () => {
    const limit = createAuthFailureLimiter({ now: () => 0, monotonic: () => 0 });
    for (const address of ['first', 'second']) {
      for (let guess = 0; guess < 60; guess++) limit.record(address);
    }
    for (let other = 0; other < 9_998; other++) limit.record(`other-${String(other)}`);
    expect(limit.blockedFor('first')).toBe(60);
    limit.record('one too many');
    expect(limit.blockedFor('first')).toBeUndefined();
    expect(limit.blockedFor('second')).toBe(60);
  });

  it('forgets an address that failed again in a new window after those before it', () => {
    let tick = 0;
    const limit = createAuthFailureLimiter({ now: () => tick, monotonic: () => tick });
    limit.record('again');
    for (let other = 0; other < 9_999; other++) limit.record(`other-${String(other)}`);
    tick = 60_000;
    for (let guess = 0; guess < 60; guess++) limit.record('again');
    limit.record('one too many');
    expect(limit.blockedFor('again')).toBe(60);
  });

  it('remembers the 1,000 credentials that were right last', () => {
    const limit = createAuthFailureLimiter({ now: () => 0, monotonic: () => 0 });
    limit.accept('first');
    limit.accept('second');
    for (let other = 0; other < 998; other++) limit.accept(`other-${String(other)}`);
    limit.accept('first');
    expect([limit.knows('first'), limit.knows('second')]).toEqual([true, true]);
    limit.accept('one too many');
    expect([limit.knows('first'), limit.knows('second')]).toEqual([true, false]);
  });
});

describe('a wrong credential', () => {
  const address = '192.0.2.1';
  const wrong = { message: 'It is wrong.', reason: 'invalid', tooMany: 'Too many.' };

  function arrange(guesses: number) {
    let tick = 0;
    const limiter = createAuthFailureLimiter({ now: () => tick, monotonic: () => tick });
    for (let guess = 0; guess < guesses; guess++) limiter.record(address);
    const pass = (milliseconds: number) => {
      tick += milliseconds;
    };
    return { limiter, pass };
  }

  it('in our format is refused, and after sixty of them with the wait', () => {
    const { limiter } = arrange(59);
    const refuse = () => refuseCredential(limiter, address, { ...wrong, isShaped: true });
    expect(refuse()).toMatchObject({
      ...{ code: 'unauthenticated', reason: 'invalid', message: 'It is wrong.' },
    });
    expect(refuse()).toMatchObject({
      ...{ code: 'rate-limited', reason: 'too_many_wrong_keys', message: 'Too many.' },
      retryAfter: 60,
    });
  });

  it('of another format is not counted, nor is one from an unknown address', () => {
    const { limiter } = arrange(59);
    for (let guess = 0; guess < 5; guess++) {
      const other = refuseCredential(limiter, address, { ...wrong, isShaped: false });
      const unknown = refuseCredential(limiter, undefined, { ...wrong, isShaped: true });
      expect([other.code, unknown.code]).toEqual(['unauthenticated', 'unauthenticated']);
    }
    expect(limiter.blockedFor(address)).toBeUndefined();
  });

  it('of a blocked address is not looked up for a tenth of a second', () => {
    const { limiter, pass } = arrange(60);
    const guess = (from?: string) => {
      refuseGuess(limiter, from, 'Too many.');
    };
    expect(() => {
      guess(address);
    }).toThrow(GatewayError);
    guess('192.0.2.2');
    guess();
    pass(99);
    expect(() => {
      guess(address);
    }).toThrow('Too many.');
    pass(1);
    guess(address);
    pass(59_899);
    expect(limiter.blockedFor(address)).toBe(1);
    pass(1);
    expect(limiter.blockedFor(address)).toBeUndefined();
  });
});
