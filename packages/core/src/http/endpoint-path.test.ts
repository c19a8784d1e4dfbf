import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPathReader } from './endpoint-path.ts';
import { endpoints } from './endpoints.ts';

const read = createPathReader(Object.values(endpoints).map(({ path }) => path));

describe('a path that leads to no endpoint', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/admin/v1/keys',
    '/v1/admin/v1/keys',
    '/openai/admin/v1/keys',
    '/console/models',
    '/key/v1/usage',
    '/V1/models',
    '/healthz',
    '/x/v1/models',
    '/openai/deployments/m/files',
    '/openai/deployments//chat/completions',
  ])('%s stays as it is', (path) => {
    expect(read(path)).toEqual({ path });
  });

  it('is never lengthened, and never leads out of the two versions', () => {
    const segment = fc.constantFrom(
      '',
      'v1',
      'api',
      'openai',
      'models',
      'admin',
      'chat',
      '..',
      'm',
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
        const asked = `/${segments.join('/')}`;
        const { path } = read(asked);
        expect(path === asked || /^\/v1(?:beta)?\/(?:models|chat)/.test(path)).toBe(true);
      }),
    );
  });
});

describe('a path with a wrong base', () => {
  it.each([
    ['/chat/completions', '/v1/chat/completions'],
    ['/messages', '/v1/messages'],
    ['/messages/count_tokens', '/v1/messages/count_tokens'],
    ['/responses', '/v1/responses'],
    ['/models', '/v1/models'],
    ['/v1/v1/messages', '/v1/messages'],
    ['//v1/chat/completions', '/v1/chat/completions'],
    ['/v1//chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/openai/v1/responses', '/v1/responses'],
    ['/api/v1/messages', '/v1/messages'],
    ['/anthropic/v1/messages', '/v1/messages'],
    ['/v1beta/openai/chat/completions', '/v1/chat/completions'],
    ['/v1beta/openai/models', '/v1/models'],
    ['/v1beta/v1beta/models', '/v1beta/models'],
    ['/v1/v1beta/models/m:generateContent', '/v1beta/models/m:generateContent'],
    ['/v1alpha/models/m:countTokens', '/v1/models/m:countTokens'],
    ['/models/m:generateContent/', '/v1/models/m:generateContent'],
    ['/v1/models/a//b', '/v1/models/a//b'],
    ['/openai/models', '/v1/models'],
  ])('%s is %s', (path, meant) => {
    expect(read(path)).toEqual({ path: meant });
  });
});

describe('a deployment', () => {
  it.each([
    ['/openai/deployments/m/chat/completions', '/v1/chat/completions', 'm'],
    ['/openai/deployments/fp/m/chat/completions', '/v1/chat/completions', 'fp/m'],
    ['/openai/deployments/fp%2Fm/embeddings/', '/v1/embeddings', 'fp/m'],
    ['/deployments/100%/responses', '/v1/responses', '100%'],
    ['/openai/deployments/chat/chat/completions', '/v1/chat/completions', 'chat'],
  ])('%s is %s with a call name', (path, meant, callName) => {
    expect(read(path)).toEqual({ path: meant, callName });
  });
});
