import { describe, expect, it } from 'vitest';
import { createAuthFailureLimiter } from './auth-failure-limiter.ts';

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
