import type { DialectId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { UpstreamCall } from '../../../ports.ts';
import { countTokensUrl, embeddingsUrl, endpointUrl, modelsUrl, nativeUrl } from '../endpoint.ts';
import { demoBaseUrls } from './address.ts';
import { findRoute } from './route.ts';

const dialects = Object.keys(demoBaseUrls) as DialectId[];
const native = demoBaseUrls['gemini-generate'];

function routeOf(method: UpstreamCall['method'], url: string) {
  return findRoute({ method, url, headers: {}, signal: new AbortController().signal });
}

describe('findRoute', () => {
  it.each([
    ['GET', 'demo://builtin/v1/messages'],
    ['POST', 'demo://builtin/v1/models'],
    ['GET', 'demo://builtin/v1beta/models/echo'],
    ['GET', 'demo://builtin/v1beta/models/echo:generateContent'],
    ['POST', 'demo://builtin/v1beta/models/echo'],
    ['POST', 'demo://builtin/v1beta/models/echo:predict'],
    ['POST', 'demo://builtin/v1beta/models/echo:constructor'],
    ['POST', 'demo://builtin/v1beta/models/%:generateContent'],
    ['POST', 'https://builtin/v1/messages'],
    ['POST', ''],
  ] as const)('finds nothing for %s %s', (method, url) => {
    expect(routeOf(method, url)).toBeUndefined();
  });

  it.each(dialects)('finds what the gateway asks in %s', (dialect) => {
    const base = demoBaseUrls[dialect];
    for (const stream of [false, true]) {
      const url = endpointUrl(dialect, base, { model: 'a/b c', stream });
      const address = dialect === 'gemini-generate' ? { model: 'a/b c', stream } : undefined;
      expect(routeOf('POST', url)).toEqual({
        action: 'generate',
        dialect,
        ...(address !== undefined && { address }),
      });
    }
    expect(routeOf('GET', `${modelsUrl(dialect, base)}?limit=1000`)?.action).toBe('list');
  });

  it.each(['anthropic-messages', 'gemini-generate', 'openai-responses'] as const)(
    'finds the token counter of %s',
    (dialect) => {
      const url = countTokensUrl(dialect, demoBaseUrls[dialect], 'echo');
      expect(routeOf('POST', url)).toMatchObject({ action: 'count', dialect });
    },
  );

  it('finds embeddings in both forms', () => {
    const urls = [
      embeddingsUrl(demoBaseUrls['openai-chat']),
      nativeUrl(native, 'embed', 'embedContent'),
      nativeUrl(native, 'embed', 'batchEmbedContents'),
    ];
    for (const url of urls) expect(routeOf('POST', url)?.action).toBe('embed');
  });
});
