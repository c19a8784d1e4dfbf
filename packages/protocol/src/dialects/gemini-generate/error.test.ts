import { describe, expect, it } from 'vitest';
import { errorCodes, GatewayError } from '../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { decodeError, encodeError, encodeStreamError } from './error.ts';

function read(status: number, body: JsonValue): GatewayError {
  return decodeError({ status, headers: new Headers(), body });
}

/** An error of the vendor; the word follows the code unless `more` says another. */
function google(code: number, message: string, more: JsonObject = {}): JsonObject {
  return { error: { code, message, status: statusOfCode[code], ...more } };
}

const statusOfCode: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
};

const keyInvalid = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
};

describe('an upstream that rejects our key', () => {
  it.each<[number, JsonValue]>([
    [400, google(400, 'API key not valid. Please pass one.', { details: [keyInvalid] })],
    [400, google(400, 'API key expired. Please renew the API key.')],
    [400, [google(400, 'x', { details: [keyInvalid] })]],
    [401, google(401, 'Request had invalid authentication credentials.')],
    [403, google(403, 'Your API key was reported as leaked.')],
    [403, google(403, 'Method does not allow unregistered callers.')],
    [200, google(400, 'API key not valid.')],
  ])('is unavailable to the caller, who gets to know nothing of it: %i %j', (status, body) => {
    const error = read(status, body);
    expect(error.code).toBe('upstream-unavailable');
    expect(JSON.stringify(encodeError(error, 'req_1'))).not.toMatch(/key|authentication|callers/i);
    expect(encodeError(error, 'req_1').status).toBe(502);
  });

  it('is distinguished from a message of the client that mentions keys', () => {
    const body = google(400, 'Unknown name "api key" at tools[0]');
    expect(read(400, body)).toMatchObject({ code: 'upstream-rejected' });
  });
});

describe('decodeError', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'upstream-rejected'],
    [404, 'NOT_FOUND', 'upstream-rejected'],
    [429, 'RESOURCE_EXHAUSTED', 'rate-limited'],
    [499, 'CANCELLED', 'upstream-unavailable'],
    [500, 'INTERNAL', 'upstream-unavailable'],
    [503, 'UNAVAILABLE', 'overloaded'],
    [504, 'DEADLINE_EXCEEDED', 'upstream-timeout'],
  ])('%i %s is %s', (status, word, code) => {
    expect(read(status, google(status, 'Words.', { status: word }))).toMatchObject({
      code,
      message: 'Words.',
    });
  });

  it('keeps the service that an operator must enable, without secrets', () => {
    const text = 'Language API has not been used in project 1 AIzaSyD-0123456789';
    const error = read(403, google(403, text));
    expect(error).toMatchObject({ code: 'upstream-unavailable', upstreamStatus: 403 });
    expect(error.message).toBe('Language API has not been used in project 1 [redacted]');
    expect(error.upstreamBody).toBeUndefined();
  });

  it('reads the wait among the details', () => {
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' };
    expect(read(429, google(429, 'Slow', { details: [retry] })).retryAfter).toBe(35);
  });

  it.each(['<html>no</html>', '', null, [], 42])('has a message for %j', (body) => {
    expect(read(500, body).message).not.toBe('');
  });
});

describe('encodeError', () => {
  it.each([
    ['invalid-request', 400, 'INVALID_ARGUMENT'],
    ['unauthenticated', 401, 'UNAUTHENTICATED'],
    ['forbidden', 403, 'PERMISSION_DENIED'],
    ['not-found', 404, 'NOT_FOUND'],
    ['too-large', 413, 'INVALID_ARGUMENT'],
    ['unsupported', 400, 'INVALID_ARGUMENT'],
    ['rate-limited', 429, 'RESOURCE_EXHAUSTED'],
    ['quota-exhausted', 429, 'RESOURCE_EXHAUSTED'],
    ['canceled', 499, 'CANCELLED'],
    ['upstream-rejected', 400, 'INVALID_ARGUMENT'],
    ['upstream-unavailable', 502, 'UNAVAILABLE'],
    ['upstream-timeout', 504, 'DEADLINE_EXCEEDED'],
    ['overloaded', 503, 'UNAVAILABLE'],
    ['internal', 500, 'INTERNAL'],
  ] as const)('%s is %i %s', (code, status, word) => {
    const encoded = encodeError(new GatewayError(code, 'Words.'), 'req_1');
    expect(encoded.status).toBe(status);
    expect(encoded.body).toMatchObject({
      error: { code: status, message: expect.stringMatching(/Words\.$/) as string, status: word },
    });
  });

  it('contains the status name, the field, the delay and the request id', () => {
    const error = new GatewayError('not-found', 'No such model.', {
      reason: 'model_not_found',
      param: 'model',
      retryAfter: 7,
    });
    expect(encodeError(error, 'req_1').body).toEqual({
      error: {
        code: 404,
        message: 'No such model.',
        status: 'NOT_FOUND',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'MODEL_NOT_FOUND',
            domain: 'parley',
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'model', description: 'No such model.' }],
          },
          { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'req_1' },
        ],
      },
    });
  });

  it.each([
    [404, 'NOT_FOUND'],
    [409, 'ABORTED'],
    [422, 'INVALID_ARGUMENT'],
  ])('a refusal keeps its status %i', (status, word) => {
    const error = read(status, { message: 'No.' });
    expect(encodeError(error, 'r')).toMatchObject({
      status,
      body: { error: { code: status, status: word } },
    });
  });

  it('keeps an upstream’s body of this format, with the status as its code', () => {
    const body = google(400, 'No.', { status: 'FAILED_PRECONDITION', details: [{ any: 'thing' }] });
    expect(encodeError(read(400, body), 'r').body).toEqual(body);
    expect(encodeError(read(400, [body]), 'r').body).toEqual(body);
    const odd = { error: { code: 3, message: 'No.', status: 'INVALID_ARGUMENT' } };
    expect(encodeError(read(400, odd), 'r').body).toMatchObject({ error: { code: 400 } });
  });

  it('hides an upstream’s body of another format', () => {
    const error = read(400, { error: { message: 'No.', type: 'invalid_request_error' } });
    expect(encodeError(error, 'r').body).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    expect(JSON.stringify(encodeError(error, 'r').body)).not.toContain('invalid_request_error');
  });
});

describe('encodeStreamError', () => {
  it.each(errorCodes)('%s has the code of an HTTP error and its status name', (code) => {
    const { error } = encodeStreamError(new GatewayError(code, 'm'));
    expect(error.code).toBeGreaterThanOrEqual(400);
    expect(error.code).toBeLessThan(600);
    if (error.status === 'UNAVAILABLE') expect(error.code).toBe(503);
  });
});
