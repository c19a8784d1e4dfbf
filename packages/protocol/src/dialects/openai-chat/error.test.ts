import { describe, expect, it } from 'vitest';
import { GatewayError, errorCodes } from '../../canonical/error.ts';
import { noUsage } from '../../canonical/usage.ts';
import { codecs } from '../../dialects.ts';
import type { JsonValue } from '../../json/value.ts';
import { decodeError, encodeError, encodeStreamError } from './error.ts';
import type { ChatErrorBody } from './types.ts';

function pass(status: number, body: JsonValue) {
  return encodeError(decodeError({ status, body, headers: new Headers() }), 'req_1');
}

describe('encodeError', () => {
  it('reports a conflict as one', () => {
    const body = { type: 'error', error: { type: 'conflict_error', message: 'm' } };
    expect(pass(409, body)).toMatchObject({
      status: 409,
      body: { error: { type: 'conflict_error' } },
    });
  });

  it('never shows a cause', () => {
    const error = GatewayError.from(new Error('password is hunter2'));
    expect(JSON.stringify(encodeError(error, 'req_1'))).not.toContain('hunter2');
  });

  it.each(errorCodes)('writes %s as an official error body', (code) => {
    const { status, body } = encodeError(new GatewayError(code, 'Words.'), 'req_1');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ error: { param: null }, request_id: 'req_1' });
    const { error } = body as ChatErrorBody;
    expect(error.message).toMatch(/Words\.$/);
    expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code']);
    expect(error.type).not.toBe('');
  });

  it.each([
    ['invalid-request', 400, 'invalid_request_error'],
    ['unauthenticated', 401, 'invalid_request_error'],
    ['forbidden', 403, 'permission_error'],
    ['not-found', 404, 'invalid_request_error'],
    ['too-large', 413, 'invalid_request_error'],
    ['rate-limited', 429, 'rate_limit_error'],
    ['quota-exhausted', 429, 'insufficient_quota'],
    ['upstream-unavailable', 502, 'upstream_error'],
    ['upstream-timeout', 504, 'upstream_error'],
    ['overloaded', 503, 'server_error'],
    ['internal', 500, 'server_error'],
  ] as const)('%s is %i %s', (code, status, type) => {
    const encoded = encodeError(new GatewayError(code, 'Words.'), 'req_1');
    expect(encoded.status).toBe(status);
    expect(encoded.body['error']).toMatchObject({ type });
  });

  it('names the field and the reason', () => {
    const error = new GatewayError('not-found', 'No such model.', {
      reason: 'model_not_found',
      param: 'model',
    });
    expect(encodeError(error, 'req_1').body['error']).toMatchObject({
      code: 'model_not_found',
      param: 'model',
    });
  });
});

describe('an upstream error in passthrough', () => {
  it('keeps its status, its body and unknown fields', () => {
    const body = {
      error: {
        message: 'Unsupported parameter: temperature',
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_parameter',
        x_hint: [1],
      },
      x_trace: 't-9',
    };
    expect(pass(422, body)).toEqual({ status: 422, body: { ...body, request_id: 'req_1' } });
  });

  it('hides errors about the gateway’s own credential', () => {
    const { status, body } = pass(401, { error: { message: 'Key sk-abc is wrong', type: 'x' } });
    expect(status).toBe(502);
    expect(JSON.stringify(body)).not.toContain('sk-abc');
  });

  it.each([
    ['messages', { type: 'error', error: { type: 'rate_limit_error', message: 'Slow' } }],
    ['google', { error: { code: 429, message: 'Slow', status: 'RESOURCE_EXHAUSTED' } }],
    ['text', 'Slow'],
  ])('rewrites the envelope of %s', (_, body) => {
    expect(pass(429, body)).toEqual({
      status: 429,
      body: {
        error: {
          message: 'Slow',
          type: 'rate_limit_error',
          param: null,
          code: 'rate_limit_exceeded',
        },
        request_id: 'req_1',
      },
    });
  });

  const numbered = { error: { message: 'Slow', code: 429, metadata: { provider: 'x' } } };

  it('keeps a code that is a number for a caller of the same format', () => {
    expect(pass(429, numbered).body).toMatchObject(numbered);
  });

  it.each([
    ['openai-chat', 'openai-responses'],
    ['openai-responses', 'openai-chat'],
    ['gemini-generate', 'openai-chat'],
    ['anthropic-messages', 'openai-responses'],
  ] as const)('writes the number as a text from %s to %s', (upstream, caller) => {
    const reply = { status: 429, body: numbered, headers: new Headers() };
    const error = codecs[upstream].decodeError(reply);
    expect(codecs[caller].encodeError(error, 'req_1').body['error']).toEqual({
      message: 'Slow',
      type: 'rate_limit_error',
      param: null,
      code: '429',
      metadata: { provider: 'x' },
    });
    const again = codecs[upstream].encodeError(error, 'req_1').body['error'];
    if (upstream.startsWith('openai')) expect(again).toMatchObject({ code: 429 });
  });

  it('gives 503 for a 529, which only the messages dialect has', () => {
    expect(pass(529, { error: { type: 'overloaded_error', message: 'Overloaded' } }).status).toBe(
      503,
    );
  });
});

describe('encodeStreamError', () => {
  it('contains the usage so far', () => {
    const error = new GatewayError('upstream-unavailable', 'Gone.', {
      reason: 'stream_interrupted',
    });
    expect(encodeStreamError(error, { ...noUsage, input: 3, output: 2 })).toMatchObject({
      error: {
        message: 'Server error: Gone.',
        type: 'upstream_error',
        param: null,
        code: 'stream_interrupted',
      },
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
    expect(encodeStreamError(error, undefined)).not.toHaveProperty('usage');
  });
});
