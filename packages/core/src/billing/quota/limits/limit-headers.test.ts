import { codecOf } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { addLimitHeaders, writeDuration } from './limit-headers.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

it.each([
  ['key_quota', 'x-ratelimit-reset-quota'],
  ['key_tokens', 'x-ratelimit-reset-quota'],
  ['window_5h', 'x-ratelimit-reset-5h'],
  ['window_1d', 'x-ratelimit-reset-1d'],
  ['window_7d', 'x-ratelimit-reset-7d'],
] as const)('a refusal by %s says in %s when it is reset', (limit, header) => {
  const { wire } = codecOf('openai-chat');
  const refused = { limit, retryAt: now + 90_000 };
  const headers = {};
  addLimitHeaders(headers, wire, { standing: {}, refused, now });
  expect(headers).toEqual({ [header]: '1m30s' });
});

describe('the headers of a dialect', () => {
  const rates = {
    requests: { limit: 60, remaining: 59, wholeAt: now + 1_000 },
    tokens: { limit: 600, remaining: -3, wholeAt: now - 5_000 },
  };

  function headersOf(dialect: Parameters<typeof codecOf>[0], standing: object) {
    const headers = {};
    addLimitHeaders(headers, codecOf(dialect).wire, { standing, now });
    return headers;
  }

  it('tell what was left of its rates, and when they are whole again', () => {
    expect(headersOf('openai-chat', rates)).toEqual({
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-limit-tokens': '600',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '0ms',
    });
    expect(headersOf('anthropic-messages', rates)).toEqual({
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '59',
      'anthropic-ratelimit-requests-reset': '2026-11-21T10:00:01.000Z',
      'anthropic-ratelimit-tokens-limit': '600',
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2026-11-21T10:00:00.000Z',
    });
  });

  it('are absent where it has none, or where nothing is limited', () => {
    expect(headersOf('gemini-generate', rates)).toEqual({});
    expect(headersOf('openai-chat', {})).toEqual({});
    expect(Object.keys(headersOf('openai-chat', { requests: rates.requests }))).toHaveLength(3);
  });
});

it.each([
  [-5, '0ms'],
  [0, '0ms'],
  [11.2, '12ms'],
  [999, '999ms'],
  [1_001, '2s'],
  [6_000, '6s'],
  [90_000, '1m30s'],
  [3_600_000, '1h'],
  [3_723_000, '1h2m3s'],
  [7 * 24 * 3_600_000, '168h'],
])('writes %d milliseconds as %s', (milliseconds, written) => {
  expect(writeDuration(milliseconds)).toBe(written);
});
