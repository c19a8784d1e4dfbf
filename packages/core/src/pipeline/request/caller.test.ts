import { afterEach, describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import type { ExtensionContext, GatewayExtension } from '../../context.ts';
import { createKeySecret } from '../../keys/secret.ts';
import type { Host } from '../../ports.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';
import { identifyCaller } from './caller.ts';

const stranger = (await createKeySecret()).secret;

async function arrange() {
  const running = await openTestGateway();
  const ask = async (headers: Record<string, string>, query = '') => {
    const response = await running.gateway.fetch(
      new Request(`http://parley.test/v1/chat/completions${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(chatRequest),
      }),
    );
    const body = (await response.json()) as { error?: { code: string; message: string } };
    return [response.status, body.error?.code, body.error?.message];
  };
  return { ...running, ask };
}

describe('the key of a request', () => {
  it.each([
    ['authorization', 'Bearer KEY'],
    ['authorization', 'bearer   KEY  '],
    ['x-api-key', ' KEY '],
    ['x-goog-api-key', 'KEY'],
    ['api-key', 'KEY'],
  ])('is found in %s: %s', async (name, value) => {
    const { ask, secret } = await arrange();
    const [status] = await ask({ [name]: value.replace('KEY', secret) });
    expect(status).toBe(200);
  });

  it.each([
    ['authorization', 'KEY'],
    ['authorization', 'Bearer KEY x'],
    ['authorization', 'Token KEY'],
    ['x-key', 'KEY'],
  ])('is not found in %s: %s', async (name, value) => {
    const { ask, secret } = await arrange();
    expect(await ask({ [name]: value.replace('KEY', secret) })).toEqual([
      ...[401, 'invalid_api_key', 'The API key is missing or wrong.'],
    ]);
  });

  it('may be stated twice, but not beside another one of the gateway', async () => {
    const { ask, secret } = await arrange();
    const bearer = { authorization: `Bearer ${secret}` };
    expect((await ask({ ...bearer, 'x-api-key': secret, 'api-key': 'of-another-kind' }))[0]).toBe(
      200,
    );
    expect(await ask({ ...bearer, 'x-goog-api-key': stranger })).toEqual([
      ...[401, 'conflicting_api_keys', 'The request carries two different API keys.'],
    ]);
  });

  it.each(['?key=KEY', '?api_key=KEY', '?a=b&key='])(
    'is refused in the query %s',
    async (query) => {
      const { ask, secret } = await arrange();
      const asked = query.replace('KEY', secret);
      expect(await ask({ authorization: `Bearer ${secret}` }, asked)).toEqual([
        ...[400, 'api_key_in_query', 'Send the API key in a header, not in the URL.'],
      ]);
    },
  );

  it('may stand beside other parameters in the query', async () => {
    const { ask, secret } = await arrange();
    expect((await ask({ authorization: `Bearer ${secret}` }, '?monkey=1'))[0]).toBe(200);
  });

  it('is refused when its group is gone', async () => {
    const { ask, secret, gateway, upstream } = await arrange();
    const up0 = { provider: 'openai', base_url: `${upstream.url}/v1`, models: ['m'] };
    const configuration = { upstreams: { up0 }, groups: { other: {} } };
    gateway.reload(configurationSchema.parse(configuration));
    expect(await ask({ authorization: `Bearer ${secret}` })).toEqual([
      ...[403, 'group_not_allowed', 'The group of this API key is not available.'],
    ]);
    expect(upstream.requests).toEqual([]);
  });

  it('is told from a guess after sixty wrong ones from its address', async () => {
    const { gateway, secret, addKey } = await arrange();
    const send = async (key: string) => {
      const request = new Request('http://parley.test/v1/models', {
        headers: { authorization: `Bearer ${key}` },
      });
      const response = await gateway.fetch(request, { address: '192.0.2.1' });
      return [response.status, await response.json()] as const;
    };
    expect((await send(secret))[0]).toBe(200);
    for (let guess = 0; guess < 60; guess++) expect((await send(stranger))[0]).toBe(401);
    expect(await send(stranger)).toMatchObject([
      429,
      {
        error: {
          code: 'too_many_wrong_keys',
          message: expect.stringContaining('Too many wrong API keys from this address.') as string,
        },
      },
    ]);
    const other = await addKey({ id: 'key_2' });
    expect(await send(other)).toMatchObject([429, {}]);
    expect((await send(secret))[0]).toBe(200);
  });
});

describe('an extension that asks who calls', () => {
  const naming = (gateway: ExtensionContext): GatewayExtension => ({
    fetch: async (incoming, next) =>
      new URL(incoming.request.url).pathname === '/me'
        ? Response.json({ key: (await identifyCaller(gateway, incoming)).key.id })
        : next(),
  });

  it.each([
    ['the name of its key', '', [200, '"key_1"']],
    ['no key that is disabled', '', [401, 'disabled']],
    ['no key in the query', '?key=KEY', [400, 'Send the API key in a header']],
  ] as const)('gets %s', async (name, query, [status, said]) => {
    const { gateway, secret, addKey } = await openTestGateway({
      options: { extensions: [naming] },
    });
    const disabled = await addKey({ id: 'key_2', disabled: true });
    const headers: Record<string, string> = {};
    if (query === '') headers['x-api-key'] = name.endsWith('disabled') ? disabled : secret;
    const url = `http://parley.test/me${query.replace('KEY', secret)}`;
    const request = new Request(url, { headers });
    const response = await gateway.fetch(request);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(said);
  });
});

describe('a key that was used', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['is read again in the background', false],
    ['leaves no timer behind where the host stops with the response', true],
  ])('%s', async (_, stops) => {
    const { gateway, secret } = await openTestGateway();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const work: Promise<unknown>[] = [];
    const host: Host = stops ? { waitUntil: (promise) => work.push(promise) } : {};
    for (let call = 0; call < 2; call += 1) {
      const request = new Request('http://parley.test/v1/models', {
        headers: { authorization: `Bearer ${secret}` },
      });
      expect((await gateway.fetch(request, host)).status).toBe(200);
      await Promise.all(work);
    }
    expect(vi.getTimerCount() > 0).toBe(!stops);
  });
});
