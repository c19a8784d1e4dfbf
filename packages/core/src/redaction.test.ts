import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { redactError, redactText } from './redaction.ts';

describe('redactText', () => {
  it.each([
    [
      'Incorrect API key provided: sk-proj-abcdef123456.',
      'Incorrect API key provided: [redacted].',
    ],
    ['header Authorization: Bearer abcdefghijkl', 'header Authorization: [redacted]'],
    ['quota of org-AbCdEf123456 is used up', 'quota of [redacted] is used up'],
    ['dial tcp 10.1.2.3:8443: refused', 'dial tcp [redacted]: refused'],
    ['host models.internal.example said no', 'host [redacted] said no'],
  ])('masks %s', (text, clean) => {
    expect(redactText(text, ['models.internal.example'])).toBe(clean);
  });

  it('leaves ordinary sentences alone', () => {
    const text = 'max_tokens: 9000 > 8192, see https://docs.example.com/limits';
    expect(redactText(text, ['secret-value'])).toBe(text);
  });
});

describe('redactError', () => {
  it('cleans message and body, keeps code, reason and the ids of the call', () => {
    const error = redactError(
      new GatewayError('upstream-rejected', 'key cred-123 is bad', {
        reason: 'r',
        upstreamStatus: 400,
        upstreamBody: { error: { message: ['cred-123'] }, request_id: 'req_011CXyZabcdefgh' },
        upstreamDialect: 'openai-chat',
      }),
      ['cred-123'],
    );
    expect(error.message).toBe('key [redacted] is bad');
    expect(error.upstreamBody).toEqual({
      error: { message: ['[redacted]'] },
      request_id: 'req_011CXyZabcdefgh',
    });
    expect(error).toMatchObject({ code: 'upstream-rejected', reason: 'r', upstreamStatus: 400 });
    expect(error.upstreamDialect).toBe('openai-chat');
  });
});
