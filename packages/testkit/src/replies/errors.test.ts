import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import { createErrorBody, httpError } from './errors.ts';
import { readFrames } from './frames.ts';
import { writeErrorFrame } from './stream-failure.ts';

describe('createErrorBody', () => {
  it.each([
    ['openai-chat', 401, { error: { type: 'invalid_request_error', code: 'invalid_api_key' } }],
    ['openai-responses', 404, { error: { code: 'model_not_found', param: null } }],
    ['anthropic-messages', 529, { type: 'error', error: { type: 'overloaded_error' } }],
    ['gemini-generate', 400, { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['gemini-generate', 429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }],
    ['gemini-generate', 418, { error: { code: 418, status: 'INTERNAL' } }],
  ] as const)('is of %s for %i', (dialect, status, body) => {
    expect(createErrorBody(dialect, status)).toMatchObject(body);
  });

  it('has a reason and a delay as Google does', () => {
    const description = { message: 'm', code: 'API_KEY_INVALID', retryAfterSeconds: 12.5 };
    expect(createErrorBody('gemini-generate', 400, { ...description, type: 'ODD' })).toEqual({
      error: {
        code: 400,
        message: 'm',
        status: 'ODD',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' },
        ],
      },
    });
    expect(createErrorBody('gemini-generate', 400)).not.toHaveProperty('error.details');
  });
});

describe('httpError', () => {
  it.each([
    ['openai-chat', 'x-request-id', '13'],
    ['openai-responses', 'x-request-id', '13'],
    ['anthropic-messages', 'request-id', '13'],
    ['gemini-generate', undefined, undefined],
  ] as const)('of %s names the request in %s', (dialect, name, retryAfter) => {
    const answer = httpError(dialect, 429, { retryAfterSeconds: 12.5 });
    const headers = Object.fromEntries(answer.headers);
    expect(Object.keys(headers).find((key) => key.includes('request-id'))).toBe(name);
    expect(headers['retry-after']).toBe(retryAfter);
  });

  it('lets given headers replace its own', () => {
    const headers = { 'Retry-After': '1', 'x-request-id': 'mine' };
    const answer = httpError('openai-chat', 429, { retryAfterSeconds: 5, headers });
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/json',
      ...headers,
    });
    expect(Buffer.from(readContent(answer)).toString()).not.toContain('mine');
  });
});

describe('writeErrorFrame', () => {
  const write = (dialect: Parameters<typeof writeErrorFrame>[0], status: number) =>
    readFrames(writeErrorFrame(dialect, status, { message: 'broken' })).map((frame) => ({
      event: frame.event,
      data: JSON.parse(frame.data) as unknown,
    }));

  it.each(['openai-chat', 'anthropic-messages'] as const)('names its event in %s', (dialect) => {
    expect(write(dialect, 500)).toMatchObject([
      { event: 'error', data: { error: { message: 'broken' } } },
    ]);
  });

  it('names no event in the generate format', () => {
    const error = { code: 503, message: 'broken', status: 'UNAVAILABLE' };
    expect(write('gemini-generate', 503)).toEqual([{ event: undefined, data: { error } }]);
  });

  it.each([
    [429, 'rate_limit_exceeded', 'rate_limit_exceeded'],
    [500, null, 'server_error'],
    [400, null, 'invalid_prompt'],
  ])('is an error and a failed response for %i in Responses', (status, code, failure) => {
    expect(write('openai-responses', status)).toMatchObject([
      {
        event: 'error',
        data: { type: 'error', error: { message: 'broken', code }, sequence_number: 0 },
      },
      {
        event: 'response.failed',
        data: {
          response: {
            object: 'response',
            status: 'failed',
            error: { code: failure, message: 'broken' },
          },
          sequence_number: 1,
        },
      },
    ]);
  });
});
