import { describe, expect, it } from 'vitest';
import { dialectIds } from '@parley/protocol';
import { findRoute } from './route.ts';
import {
  countingDialects,
  countUrl,
  embeddingsUrl,
  generationUrl,
  geminiUrl,
} from './testing/addresses.ts';

function routeOf(method: 'GET' | 'POST', url: string) {
  return findRoute({ method, url });
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

  it.each(dialectIds)('finds the generation of %s, whole and streamed', (dialect) => {
    for (const stream of [false, true]) {
      const address = dialect === 'gemini-generate' ? { model: 'a/b c', stream } : undefined;
      expect(routeOf('POST', generationUrl(dialect, 'a/b c', stream))).toEqual({
        action: 'generate',
        dialect,
        ...(address !== undefined && { address }),
      });
    }
  });

  it.each(['demo://builtin/v1/models', 'demo://builtin/v1beta/models'])(
    'finds the list of models at %s, whatever its query',
    (url) => {
      expect(routeOf('GET', `${url}?limit=1000`)?.action).toBe('list');
    },
  );

  it.each(countingDialects)('finds the token counter of %s', (dialect) => {
    expect(routeOf('POST', countUrl(dialect, 'echo'))).toMatchObject({ action: 'count', dialect });
  });

  it('finds embeddings in both forms', () => {
    const urls = [
      embeddingsUrl,
      geminiUrl('embed', 'embedContent'),
      geminiUrl('models/embed', 'batchEmbedContents'),
    ];
    for (const url of urls) expect(routeOf('POST', url)?.action).toBe('embed');
  });
});
