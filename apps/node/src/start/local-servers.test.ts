import type { RequestListener } from 'node:http';
import { createFetchTransport, type Provider } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { listen } from '../testing/test-server.ts';
import { findLocalServers } from './local-servers.ts';

async function startServer(id: string, listener: RequestListener): Promise<Provider> {
  return createProvider(id, `${await listen(listener)}/v1`);
}

function createProvider(id: string, address: string): Provider {
  return { id, name: id, credentialEnvironment: [], baseUrls: { 'openai-chat': address } };
}

const list = JSON.stringify({ object: 'list', data: [] });

describe('the search for local servers', () => {
  it('finds only servers that list models', async () => {
    const candidates = await Promise.all([
      startServer('good', ({ url }, response) =>
        response.writeHead(url === '/v1/models' ? 200 : 404).end(list),
      ),
      startServer('other', (_request, response) => response.end('<html>')),
      startServer('refusing', (_request, response) => response.writeHead(401).end(list)),
    ]);
    const closed = createProvider('closed', 'http://127.0.0.1:9/v1');
    // Without a timeout, because a busy machine may respond slowly.
    const { signal } = new AbortController();
    const found = await findLocalServers([...candidates, closed], createFetchTransport(), signal);
    expect(found.map(({ id }) => id)).toEqual(['good']);
  });

  it('does not wait for one that does not respond', async () => {
    const silent = await startServer('silent', () => undefined);
    expect(await findLocalServers([silent], createFetchTransport())).toEqual([]);
  });

  it('queries only loopback, and no server that needs a credential', async () => {
    const calls: string[] = [];
    const transport = {
      send: ({ url }: { readonly url: string }) => {
        calls.push(url);
        return Promise.reject(new Error('nobody'));
      },
      close: () => Promise.resolve(),
    };
    const remote = createProvider('remote', 'https://models.example/v1');
    const keyed = {
      ...createProvider('keyed', 'http://127.0.0.1:9/v1'),
      credentialEnvironment: ['K'],
    };
    await findLocalServers([remote, keyed], transport);
    expect(calls).toEqual([]);
  });
});
