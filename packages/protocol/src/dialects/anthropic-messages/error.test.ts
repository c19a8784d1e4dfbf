import { describe, expect, it } from 'vitest';
import { errorCodes, GatewayError, type ErrorCode } from '../../canonical/error.ts';
import type { JsonObject } from '../../json/value.ts';
import { decodeError, encodeError } from './error.ts';

describe('encodeError', () => {
  it.each<[ErrorCode, number, string]>([
    ['invalid-request', 400, 'invalid_request_error'],
    ['unauthenticated', 401, 'authentication_error'],
    ['forbidden', 403, 'permission_error'],
    ['not-found', 404, 'not_found_error'],
    ['too-large', 413, 'invalid_request_error'],
    ['unsupported', 400, 'invalid_request_error'],
    ['rate-limited', 429, 'rate_limit_error'],
    ['quota-exhausted', 429, 'rate_limit_error'],
    ['canceled', 499, 'api_error'],
    ['upstream-rejected', 400, 'invalid_request_error'],
    ['upstream-unavailable', 502, 'api_error'],
    ['upstream-timeout', 504, 'timeout_error'],
    ['overloaded', 529, 'overloaded_error'],
    ['internal', 500, 'api_error'],
  ])('writes %s as %s %s', (code, status, type) => {
    expect(encodeError(new GatewayError(code, 'Words.', { reason: 'r' }), 'req_1')).toEqual({
      status,
      body: {
        type: 'error',
        error: {
          type,
          message: expect.stringMatching(/Words\.$/) as string,
          details: { error_code: 'r' },
        },
        request_id: 'req_1',
      },
    });
  });

  it('always has an error type', () => {
    for (const code of errorCodes) {
      const { body } = encodeError(new GatewayError(code, 'Words.'), 'req_1');
      expect(body).toMatchObject({ error: { details: { error_code: code.replaceAll('-', '_') } } });
    }
  });

  it('distinguishes an exhausted account from an exhausted key', () => {
    const error = new GatewayError('quota-exhausted', 'x', { reason: 'account_balance_exhausted' });
    expect(encodeError(error, 'r')).toMatchObject({
      status: 402,
      body: { error: { type: 'billing_error' } },
    });
  });

  it('keeps status and error type of a rejection', () => {
    const error = new GatewayError('upstream-rejected', 'x', { upstreamStatus: 404 });
    expect(encodeError(error, 'r')).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found_error' } },
    });
  });
});

describe('an upstream’s own body', () => {
  const body = {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'max_tokens: too large',
      details: { error_code: 'x_1', more: [1] },
    },
    request_id: 'req_011',
    future: true,
  } satisfies JsonObject;

  it('is forwarded unchanged to a client of this dialect', () => {
    const error = decodeError({ status: 400, headers: new Headers(), body });
    expect(encodeError(error, 'req_ours')).toEqual({ status: 400, body });
  });

  it('has our request id if it has none', () => {
    const { request_id: _, ...nameless } = body;
    const error = decodeError({ status: 529, headers: new Headers(), body: nameless });
    expect(encodeError(error, 'req_ours')).toEqual({
      status: 529,
      body: { ...nameless, request_id: 'req_ours' },
    });
  });

  it('is hidden when it is about our credential, or has another format', () => {
    const secret = { type: 'error', error: { type: 'authentication_error', message: 'bad key' } };
    const refused = decodeError({ status: 401, headers: new Headers(), body: secret });
    expect(encodeError(refused, 'r').status).toBe(502);
    expect(JSON.stringify(encodeError(refused, 'r').body)).not.toContain('bad key');

    const foreign = { error: { message: 'too long', type: 'invalid_request_error', code: 'c' } };
    const rejected = decodeError({ status: 400, headers: new Headers(), body: foreign });
    expect(encodeError(rejected, 'r')).toEqual({
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'too long',
          details: { error_code: 'c' },
        },
        request_id: 'r',
      },
    });
  });
});
