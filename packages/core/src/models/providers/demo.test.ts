import type { DialectId } from '@parley/protocol';
import { createDemoTransport } from '@parley/demo';
import { describe, expect, it } from 'vitest';
import { countTokensUrl, embeddingsUrl, endpointUrl, modelsUrl, nativeUrl } from './endpoint.ts';
import { demo } from './demo.ts';

const dialects = Object.entries(demo.baseUrls) as [DialectId, string][];

/** 404 says that nothing answers at an address; an empty body gives 400. */
async function statusOf(method: 'GET' | 'POST', url: string): Promise<number> {
  const { signal } = new AbortController();
  const body = method === 'GET' ? {} : { body: '{}' };
  const { status } = await createDemoTransport().send({ method, url, signal, ...body });
  return status;
}

describe.each(dialects)('the demo provider in %s', (dialect, baseUrl) => {
  it.each([false, true])('answers at the address of generation (stream: %s)', async (stream) => {
    const url = endpointUrl(dialect, baseUrl, { model: 'a/b c', stream });
    expect(await statusOf('POST', url)).toBe(400);
  });

  it('answers at the address of its list of models', async () => {
    expect(await statusOf('GET', `${modelsUrl(dialect, baseUrl)}?limit=1000`)).toBe(200);
  });
});

describe('the demo provider', () => {
  it.each(['anthropic-messages', 'gemini-generate', 'openai-responses'] as const)(
    'counts tokens in %s',
    async (dialect) => {
      const url = countTokensUrl(dialect, demo.baseUrls[dialect] ?? '', 'echo');
      expect(await statusOf('POST', url)).toBe(400);
    },
  );

  it('makes embeddings in both forms', async () => {
    const native = demo.baseUrls['gemini-generate'] ?? '';
    const urls = [
      embeddingsUrl(demo.baseUrls['openai-chat'] ?? ''),
      nativeUrl(native, 'embed', 'embedContent'),
      nativeUrl(native, 'embed', 'batchEmbedContents'),
    ];
    for (const url of urls) expect(await statusOf('POST', url)).toBe(400);
  });
});
