import { describe, expect, it } from 'vitest';
import { type UpstreamCall, UpstreamConnectionError, type UpstreamTransport } from '../../ports.ts';
import { findLocalServers } from './local-servers.ts';

/** A machine on which these ports respond with these bodies. */
function machine(bodies: Record<string, string>): UpstreamTransport {
  const send = (call: UpstreamCall) => {
    const body = bodies[new URL(call.url).port];
    if (body === undefined) return Promise.reject(new UpstreamConnectionError(true, 'refused'));
    const chunks = [new TextEncoder().encode(body)];
    return Promise.resolve({
      status: 200,
      headers: new Headers(),
      body: { read: () => Promise.resolve(chunks.shift()), cancel: () => undefined },
    });
  };
  return { send, close: () => Promise.resolve() };
}

describe('findLocalServers', () => {
  it('finds nothing where nothing, or something else, listens', async () => {
    const found = await findLocalServers(machine({ 8000: '<html>', 8080: '{"data":[]}' }));
    expect(found.upstreams).toEqual({});
  });

  it('does not wait for a port that never answers', async () => {
    const silent = {
      send: () => new Promise<never>(() => undefined),
      close: () => Promise.resolve(),
    };
    expect((await findLocalServers(silent, { timeoutMs: 10 })).upstreams).toEqual({});
  });

  it('finds servers that list their models', async () => {
    const found = await findLocalServers(machine({ 11434: '{"data":[{"id":"a"}]}' }));
    expect(found).toEqual({
      upstreams: { ollama: { provider: 'ollama' } },
      models: {},
      groups: {},
    });
  });
});
