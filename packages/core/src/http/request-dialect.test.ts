import { describe, expect, it } from 'vitest';
import { dialectOf } from './request-dialect.ts';

const anthropic = { 'anthropic-version': '2023-06-01' };
const google = { 'x-goog-api-key': 'k' };

describe('the dialect of a request', () => {
  it.each([
    ...['/v1/chat', '/v1/chat/x', '/v1/completions', '/v1/embeddings', '/v1/usage'].map(
      (path) => [path, 'openai-chat'] as const,
    ),
    ['/v1/messages', 'anthropic-messages'],
    ['/v1/messages/count_tokens', 'anthropic-messages'],
    ['/v1beta', 'gemini-generate'],
    ['/v1beta/models/m', 'gemini-generate'],
    ['/v1/responses', 'openai-responses'],
    ['/v1/responses/x/cancel', 'openai-responses'],
  ] as const)('by the path %s is %s, whatever its headers say', (path, dialect) => {
    for (const headers of [{}, anthropic, google]) {
      const request = { method: 'GET', headers: new Headers(headers) };
      expect(dialectOf(path, request)).toBe(dialect);
    }
  });

  it.each([
    ['GET', '/v1/models', {}, 'openai-chat'],
    ['GET', '/v1/models', anthropic, 'anthropic-messages'],
    ['GET', '/v1/models', google, 'gemini-generate'],
    ['GET', '/v1/messagesque', {}, 'openai-chat'],
    ['POST', '/v1/models', {}, 'gemini-generate'],
    ['POST', '/v1/models/m:generateContent', anthropic, 'gemini-generate'],
    ['POST', '/v1/nothing', anthropic, 'anthropic-messages'],
  ])('of %s %s with %j is that of its client: %s', (...[method, path, headers, dialect]) => {
    expect(dialectOf(path, { method, headers: new Headers(headers) })).toBe(dialect);
  });
});
