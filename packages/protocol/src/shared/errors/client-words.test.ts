import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../canonical/dialect.ts';
import { GatewayError, type ErrorCode } from '../../canonical/error.ts';
import { codecs } from '../../dialects.ts';

/** After these words pi 1.6.0 sends a request again; the other assistants know some of them. */
const retried =
  /overloaded|rate.?limit|too many requests|server.?error|connection.?error|timed? out|terminated/i;

/** After these words pi stops. */
const stopped = /insufficient_quota|quota exceeded|billing/i;

function messagesOf(error: GatewayError): readonly string[] {
  return dialectIds.map((dialect) => {
    const { body } = codecs[dialect].encodeError(error, 'req_1');
    return (body['error'] as { message: string }).message;
  });
}

describe('the message of an error of ours', () => {
  it.each<ErrorCode>([
    'overloaded',
    'rate-limited',
    'upstream-timeout',
    'upstream-unavailable',
    'internal',
  ])('has words after which assistants try again: %s', (code) => {
    for (const message of messagesOf(new GatewayError(code, 'It did not work.'))) {
      expect(message).toMatch(retried);
      expect(message).not.toMatch(stopped);
      expect(message).toContain('It did not work.');
    }
  });

  it('has words after which they stop when a quota is spent', () => {
    for (const message of messagesOf(new GatewayError('quota-exhausted', 'Nothing is left.'))) {
      expect(message).toMatch(stopped);
      expect(message).not.toMatch(retried);
    }
  });

  it.each<ErrorCode>(['invalid-request', 'unauthenticated', 'not-found', 'too-large'])(
    'has neither when the caller has to change something: %s',
    (code) => {
      expect(messagesOf(new GatewayError(code, 'Wrong.'))).toEqual(dialectIds.map(() => 'Wrong.'));
    },
  );

  it('repeats no words that it has', () => {
    const message = 'Connection error: nobody listens.';
    const error = new GatewayError('upstream-unavailable', message);
    expect(new Set(messagesOf(error))).toEqual(new Set([message]));
  });

  it('has them when the upstream redirected or had nothing to say', () => {
    for (const upstreamStatus of [204, 302]) {
      const error = new GatewayError('upstream-unavailable', 'No use.', { upstreamStatus });
      for (const message of messagesOf(error)) expect(message).toMatch(retried);
    }
  });

  it('leaves the words of an upstream as they are', () => {
    const error = new GatewayError('overloaded', 'Try later.', { upstreamStatus: 503 });
    expect(new Set(messagesOf(error))).toEqual(new Set(['Try later.']));
  });
});
