import { codecOf, dialectIds } from '@parley/protocol';
import { createDemoTransport } from '@parley/demo';
import { describe, expect, it } from 'vitest';
import { demo } from './demo.ts';
import { countTokensUrl, embedUrl, endpointUrl, modelsUrl } from './endpoint.ts';

/** 404 means that the endpoint does not exist; an empty body gives 400. */
async function statusOf(method: 'GET' | 'POST', url: string): Promise<number> {
  const { signal } = new AbortController();
  const body = method === 'GET' ? {} : { body: '{}' };
  const { status } = await createDemoTransport().send({ method, url, signal, ...body });
  return status;
}

const speaking = (path: 'countTokens' | 'embed') =>
  dialectIds.filter((dialect) => codecOf(dialect).wire.paths[path] !== undefined);

describe('the demo provider', () => {
  it.each(dialectIds)('generates in %s, whole and streamed', async (dialect) => {
    for (const stream of [false, true]) {
      const url = endpointUrl(dialect, demo.baseUrls[dialect] ?? '', { model: 'a/b c', stream });
      expect(await statusOf('POST', url)).toBe(400);
    }
  });

  it.each(dialectIds)('lists its models in %s', async (dialect) => {
    const url = modelsUrl(dialect, demo.baseUrls[dialect] ?? '');
    expect(await statusOf('GET', url)).toBe(200);
  });

  it.each(speaking('countTokens'))('counts tokens in %s', async (dialect) => {
    const url = countTokensUrl(dialect, demo.baseUrls[dialect] ?? '', 'echo');
    expect(await statusOf('POST', url)).toBe(400);
  });

  it.each(speaking('embed'))('makes embeddings in %s', async (dialect) => {
    const url = embedUrl(dialect, demo.baseUrls[dialect] ?? '', { model: 'embed' });
    expect(await statusOf('POST', url)).toBe(400);
  });
});
