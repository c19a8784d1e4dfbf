import { describe, expect, it } from 'vitest';
import { createUnknownEndpointError, findNearestPath } from './unknown-endpoint.ts';

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
    expect(findNearestPath(path, paths)).toBe(nearest);
  });

  it('is found for a path of any length', () => {
    expect(paths).toContain(findNearestPath(`/v1/${'m/'.repeat(1_000_000)}`, paths));
  });
});

describe('the error for a path that does not exist', () => {
  const errorOf = (path: string, meant?: string) =>
    createUnknownEndpointError(
      new Request(`http://parley.test${path}`),
      meant === undefined ? {} : { path: meant },
    );

  it('names the path and the nearest endpoint', () => {
    expect(errorOf('/v1/mesages')).toMatchObject({
      ...{ code: 'not-found', reason: 'unknown_endpoint' },
      message: 'There is no endpoint /v1/mesages. The nearest one is /v1/messages.',
    });
  });

  it('names the endpoint that is nearest to the path that the request means', () => {
    expect(errorOf('/mount/of/a/client/mesages', '/v1/mesages').message).toBe(
      'There is no endpoint /mount/of/a/client/mesages. The nearest one is /v1/messages.',
    );
  });

  it('shows 200 characters of a path', () => {
    const path = `/${'x '.repeat(200)}`.replaceAll(' ', '/');
    expect(errorOf(path).message).toContain(`endpoint ${path.slice(0, 200)}. The`);
  });

  it('names parameters, and never an endpoint that needs no key', () => {
    expect(errorOf('/v1/responses/x/cancle').message).toContain('/v1/responses/{id}/cancel.');
    expect(errorOf('/v1beta/models/model').message).toContain('/v1beta/models/{id}.');
    expect(errorOf('/healthy').message).not.toContain('/healthz');
  });
});
