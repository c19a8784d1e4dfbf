// Tests the status and the words of every error code in the error bodies of all dialects.
import { describe, expect, it } from 'vitest';
import { errorCodes, GatewayError, type ErrorCode } from '../canonical/error.ts';
import { codecOf } from '../dialects.ts';

/** The status and the `type` and `code` of both OpenAI formats, then the other two formats' status and word. */
type Words = readonly [
  openai: readonly [status: number, type: string, code: string | null],
  messages: readonly [status: number, type: string],
  gemini: readonly [status: number, word: string],
];

const invalid = 'invalid_request_error';

const words: Readonly<Record<ErrorCode, Words>> = {
  'invalid-request': [
    [400, invalid, 'invalid_request'],
    [400, invalid],
    [400, 'INVALID_ARGUMENT'],
  ],
  unauthenticated: [
    [401, invalid, 'invalid_api_key'],
    [401, 'authentication_error'],
    [401, 'UNAUTHENTICATED'],
  ],
  forbidden: [
    [403, 'permission_error', 'permission_denied'],
    [403, 'permission_error'],
    [403, 'PERMISSION_DENIED'],
  ],
  'not-found': [
    [404, invalid, 'not_found'],
    [404, 'not_found_error'],
    [404, 'NOT_FOUND'],
  ],
  'too-large': [
    [413, invalid, 'request_too_large'],
    [413, invalid],
    [413, 'INVALID_ARGUMENT'],
  ],
  unsupported: [
    [400, invalid, 'unsupported'],
    [400, invalid],
    [400, 'INVALID_ARGUMENT'],
  ],
  'rate-limited': [
    [429, 'rate_limit_error', 'rate_limit_exceeded'],
    [429, 'rate_limit_error'],
    [429, 'RESOURCE_EXHAUSTED'],
  ],
  'quota-exhausted': [
    [429, 'insufficient_quota', 'insufficient_quota'],
    [429, 'rate_limit_error'],
    [429, 'RESOURCE_EXHAUSTED'],
  ],
  canceled: [
    [499, invalid, 'canceled'],
    [499, 'api_error'],
    [499, 'CANCELLED'],
  ],
  'upstream-rejected': [
    [400, invalid, null],
    [400, invalid],
    [400, 'INVALID_ARGUMENT'],
  ],
  'upstream-unavailable': [
    [502, 'upstream_error', 'upstream_error'],
    [502, 'api_error'],
    [502, 'UNAVAILABLE'],
  ],
  'upstream-timeout': [
    [504, 'upstream_error', 'upstream_timeout'],
    [504, 'timeout_error'],
    [504, 'DEADLINE_EXCEEDED'],
  ],
  overloaded: [
    [503, 'server_error', 'overloaded'],
    [529, 'overloaded_error'],
    [503, 'UNAVAILABLE'],
  ],
  internal: [
    [500, 'server_error', 'server_error'],
    [500, 'api_error'],
    [500, 'INTERNAL'],
  ],
};

describe.each(errorCodes)('the error %s', (errorCode) => {
  const error = new GatewayError(errorCode, 'Words.');
  // Some codes put the words before it by which clients decide whether to try again.
  const message = expect.stringMatching(/^(?:[\w ]+: )?Words\.$/) as string;
  const [openai, messages, gemini] = words[errorCode];

  it.each(['openai-chat', 'openai-responses'] as const)(
    'has its status and words in %s',
    (dialect) => {
      const [status, type, code] = openai;
      expect(codecOf(dialect).encodeError(error, 'req_1')).toEqual({
        status,
        body: { request_id: 'req_1', error: { message, type, param: null, code } },
      });
    },
  );

  it('has its status and words in anthropic-messages', () => {
    const [status, type] = messages;
    const encoded = codecOf('anthropic-messages').encodeError(error, 'req_1');
    expect(encoded).toMatchObject({
      status,
      body: { type: 'error', error: { type, message }, request_id: 'req_1' },
    });
  });

  it('has its status and words in gemini-generate', () => {
    const [status, word] = gemini;
    const encoded = codecOf('gemini-generate').encodeError(error, 'req_1');
    expect(encoded).toMatchObject({
      status,
      body: {
        error: { code: status, status: word, message },
      },
    });
  });
});
