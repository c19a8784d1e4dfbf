import { describe, expect, it } from 'vitest';
import { retryHeaders } from '../../../pipeline/response/response-headers.ts';
import type { LimitName } from '../../../store/index.ts';
import { refusalError } from './refusal.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const standing = {};

describe('an exhausted limit', () => {
  it.each([
    ['key_quota', 'key_quota_exhausted', 'The quota of this API key'],
    ['key_tokens', 'key_tokens_exhausted', 'The token quota of this API key'],
    ['window_5h', 'window_5h_exceeded', 'The 5-hour limit of this API key'],
    ['window_1d', 'window_1d_exceeded', 'The daily limit of this API key'],
    ['window_7d', 'window_7d_exceeded', 'The weekly limit of this API key'],
    ['account_balance', 'account_balance_exhausted', 'The balance of this account'],
  ] as const)('is no reason to try again: %s', (limit: LimitName, reason, name) => {
    const retryAt = now + 5 * 3_600_000;
    const error = refusalError({ kind: 'refused', limit, retryAt, standing }, now);
    expect(error).toMatchObject({ code: 'quota-exhausted', reason, retryAfter: undefined });
    expect(error.message).toBe(`${name} is used up. It begins anew at 2026-11-21T15:00:00.000Z.`);
    expect(retryHeaders(error, 429)).toEqual({ 'x-should-retry': 'false' });
  });

  it('has no reset time if it is unknown', () => {
    const error = refusalError({ kind: 'refused', limit: 'key_quota', standing }, now);
    expect(error.message).toBe('The quota of this API key is used up.');
  });
});

describe('what a request may cost and what is left', () => {
  const refused = { kind: 'refused', needed: 312_345_678, left: 51_999_999, standing } as const;

  it('is told, rounded against the caller', () => {
    const { message } = refusalError({ ...refused, limit: 'key_quota' }, now);
    expect(message).toBe(
      'The quota of this API key has not enough left for this request. The request may cost up to $0.3124, and $0.0519 is left.',
    );
  });

  it('is told where running requests hold the rest, and where nothing is left', () => {
    const held = refusalError({ ...refused, limit: 'window_5h', isHeld: true }, now);
    expect(held.message).toBe(
      'Running requests reserve the rest of a limit. The request may cost up to $0.3124, and $0.0519 is left.',
    );
    const usedUp = refusalError({ ...refused, left: 0, limit: 'window_1d' }, now);
    expect(usedUp.message).toContain('is used up. The request may cost up to $0.3124, and $0.00');
    const little = refusalError({ ...refused, left: 1, limit: 'window_1d' }, now);
    expect(little.message).toContain('has not enough left for this request.');
  });

  it('is told exactly where it is less than a hundredth of a cent', () => {
    const small = { ...refused, needed: 702, left: 40, limit: 'window_7d' } as const;
    expect(refusalError(small, now).message).toContain('$0.000000702, and $0.00000004 is left.');
    const aHundredth = { ...small, needed: 100_000, left: 99_999 };
    expect(refusalError(aHundredth, now).message).toContain('$0.0001, and $0.000099999 is left.');
  });

  it('is told in tokens where those are limited', () => {
    const { message } = refusalError({ ...refused, limit: 'key_tokens', needed: 90, left: 7 }, now);
    expect(message).toContain('may use up to 90 tokens, and 7 are left.');
  });

  it('leaves out the balance of the account', () => {
    const { message } = refusalError({ ...refused, limit: 'account_balance' }, now);
    expect(message).toContain('may cost up to $0.3124.');
    expect(message).not.toContain('0519');
  });
});

it('a limit that running requests reserve is not exhausted, so a retry may succeed', () => {
  const refused = { kind: 'refused', limit: 'account_balance', isHeld: true, standing } as const;
  const error = refusalError(refused, now);
  expect(error).toMatchObject({ code: 'rate-limited', reason: 'quota_held' });
  expect(retryHeaders(error, 429)).toEqual({ 'x-should-retry': 'true', 'retry-after': '5' });
});

describe('a rate', () => {
  it.each([
    ['requests_per_minute', 'This API key may not make so many requests a minute.'],
    ['tokens_per_minute', 'This API key may not use so many tokens a minute.'],
    ['concurrency', 'This API key has as many requests running as it may.'],
  ] as const)('that is used up is named: %s', (limit, message) => {
    expect(refusalError({ kind: 'refused', limit, standing }, now).message).toBe(message);
  });

  it.each([
    ['requests_per_minute', 'rate_limit_exceeded', { waitMs: 2_500, seconds: '3' }],
    ['tokens_per_minute', 'token_rate_limit_exceeded', { waitMs: 90_000, seconds: '60' }],
    ['concurrency', 'concurrency_exceeded', { waitMs: undefined, seconds: '1' }],
    ['requests_per_minute', 'rate_limit_exceeded', { waitMs: -5, seconds: '1' }],
  ] as const)(
    'is told with a wait of at most a minute: %s',
    (limit, reason, { waitMs, seconds }) => {
      const retryAt = waitMs === undefined ? {} : { retryAt: now + waitMs };
      const error = refusalError({ kind: 'refused', limit, ...retryAt, standing }, now);
      expect(error).toMatchObject({ code: 'rate-limited', reason });
      expect(retryHeaders(error, 429)).toEqual({
        'x-should-retry': 'true',
        'retry-after': seconds,
      });
    },
  );
});
