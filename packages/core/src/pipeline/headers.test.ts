import { codecOf, GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { forwardHeaders, retryHeaders } from './headers.ts';

describe('retryHeaders', () => {
  const of = (code: 'rate-limited' | 'quota-exhausted' | 'invalid-request', retryAfter?: number) =>
    new GatewayError(code, 'x', retryAfter === undefined ? {} : { retryAfter });

  it('never suggests a retry that would fail again', () => {
    expect(retryHeaders(of('invalid-request'), 400)).toEqual({ 'x-should-retry': 'false' });
    expect(retryHeaders(of('quota-exhausted'), 429)).toEqual({ 'x-should-retry': 'false' });
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
    expect(forwardHeaders(request, codecOf('openai-chat').wire)).toEqual({});
    expect(forwardHeaders(request, codecOf('anthropic-messages').wire)).toEqual({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'a,b',
    });
  });
});
