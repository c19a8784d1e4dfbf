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
});
