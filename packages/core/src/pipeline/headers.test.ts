import { codecOf, dialectIds, errorCodes, GatewayError, type ErrorCode } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { forwardHeaders, noteLostHeaders, retryHeaders } from './headers.ts';

describe('retryHeaders', () => {
  const of = (code: 'rate-limited' | 'quota-exhausted' | 'invalid-request', retryAfter?: number) =>
    new GatewayError(code, 'x', retryAfter === undefined ? {} : { retryAfter });

  it('never suggests a retry that would fail again', () => {
    expect(retryHeaders(of('invalid-request'), 400)).toEqual({ 'x-should-retry': 'false' });
    expect(retryHeaders(of('quota-exhausted'), 429)).toEqual({ 'x-should-retry': 'false' });
  });

  /** What another try may cure; every other error needs the client, the operator or time. */
  const curable: ReadonlySet<ErrorCode> = new Set([
    'rate-limited',
    'upstream-unavailable',
    'upstream-timeout',
    'overloaded',
    'internal',
  ]);

  it.each(dialectIds)('tells %s clients for each error whether a retry may succeed', (dialect) => {
    for (const code of errorCodes) {
      const error = new GatewayError(code, 'x');
      const { status } = codecOf(dialect).encodeError(error, 'r');
      const headers = retryHeaders(error, status);
      expect(headers['x-should-retry'], code).toBe(String(curable.has(code)));
    }
  });

  it('disables retries instead of a wait beyond a minute', () => {
    expect(retryHeaders(of('rate-limited', 18_000), 429)).toEqual({ 'x-should-retry': 'false' });
  });

  it('sets retry-after for every rate limit, rounded up', () => {
    expect(retryHeaders(of('rate-limited'), 429)).toEqual({
      'x-should-retry': 'true',
      'retry-after': '1',
    });
    expect(retryHeaders(of('rate-limited', 16.2), 429)['retry-after']).toBe('17');
  });
});

describe('forwardHeaders', () => {
  it('forwards the version and the betas, and nothing else', () => {
    const request = new Request('http://parley.test/', {
      headers: {
        'anthropic-version': '2026-10-21',
        'anthropic-beta': 'a,b',
        cookie: 'c=1',
        authorization: 'Bearer x',
        'x-forwarded-for': '192.0.2.1',
        'x-original-url': '/admin',
      },
    });
    expect(forwardHeaders(request, codecOf('openai-chat').wire)).toBeUndefined();
    expect(forwardHeaders(request, codecOf('anthropic-messages').wire)).toEqual({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'a,b',
    });
  });
});

describe('noteLostHeaders', () => {
  it('names the betas that no other format has, and not the version', () => {
    const headers = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b', cookie: 'c=1' };
    const request = new Request('http://parley.test/', { headers });
    expect(noteLostHeaders(request, codecOf('anthropic-messages'))).toEqual([
      {
        path: 'anthropic-beta',
        action: 'dropped',
        reason: 'Only the anthropic-messages format has this header.',
      },
    ]);
    expect(noteLostHeaders(request, codecOf('openai-chat'))).toEqual([]);
  });
});
