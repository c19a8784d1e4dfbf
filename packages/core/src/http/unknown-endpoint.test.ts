import { describe, expect, it } from 'vitest';
import { findNearest } from './unknown-endpoint.ts';

const paths = [
  '/v1/models',
  '/v1/messages',
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/messages/count_tokens',
  '/v1beta/models',
];

describe('the nearest endpoint', () => {
  it.each([
    ['/v1/mesages', '/v1/messages'],
    ['/v1/chat', '/v1/chat/completions'],
    ['/v1/chat/completion', '/v1/chat/completions'],
    ['/v1/completion', '/v1/completions'],
    ['/v1/messages/countTokens', '/v1/messages/count_tokens'],
    ['/v1beta/model', '/v1beta/models'],
    ['/message', '/v1/messages'],
  ])('of %s is %s', (path, nearest) => {
    expect(findNearest(path, paths)).toBe(nearest);
  });

  it('is found for a path of any length', () => {
    expect(paths).toContain(findNearest(`/v1/${'m/'.repeat(1_000_000)}`, paths));
  });
});
