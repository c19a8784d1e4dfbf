import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeySecret } from '../keys/secret.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { chatRequest, type TestGatewaySettings } from '../testing/test-gateway.ts';

async function ask(headers: Record<string, string>, settings: TestGatewaySettings = {}) {
  const { gateway, secret, upstream } = await openTestGateway(settings);
  const response = await gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fill(headers, secret) },
      body: JSON.stringify(chatRequest),
    }),
  );
  const body = (await response.json()) as { error?: { code?: string } };
  return {
    status: response.status,
    code: body.error?.code,
    calls: upstream.requests.length,
  };
}

function fill(headers: Record<string, string>, secret: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', secret)]),
  );
}

const stranger = (await createKeySecret()).secret;

describe('authenticate', () => {
  it.each([
    ['no credential', {}],
    ['a foreign key', { authorization: 'Bearer sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa' }],
    ['an unknown key of our shape', { authorization: `Bearer ${stranger}` }],
    ['our key with one character more', { authorization: 'Bearer KEYx' }],
    ['our key in another scheme', { authorization: 'Basic KEY' }],
  ])('refuses %s with the same answer, before any upstream is called', async (_, headers) => {
    expect(await ask(headers)).toEqual({ status: 401, code: 'invalid_api_key', calls: 0 });
  });

  it('rejects two different keys of Parley, in either order', async () => {
    const other = (await createKeySecret()).secret;
    expect((await ask({ authorization: 'Bearer KEY', 'x-api-key': other })).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${other}`, 'x-api-key': 'KEY' })).status).toBe(401);
  });

  it.each([
    ['authorization', { authorization: 'Bearer KEY' }],
    ['authorization in another case', { authorization: 'bearer KEY' }],
    ['x-api-key', { 'x-api-key': 'KEY' }],
    ['x-goog-api-key', { 'x-goog-api-key': 'KEY' }],
    ['api-key', { 'api-key': 'KEY' }],
    ['two headers with the same key', { authorization: 'Bearer KEY', 'x-api-key': 'KEY' }],
    [
      'a foreign bearer beside it',
      { authorization: 'Bearer oauth-token-of-somebody', 'x-api-key': 'KEY' },
    ],
  ])('accepts the key in %s', async (_, headers) => {
    expect((await ask(headers)).status).toBe(200);
  });

  it('reports that a key is disabled or expired', async () => {
    const headers = { authorization: 'Bearer KEY' };
    expect(await ask(headers, { key: { disabled: true } })).toMatchObject({
      status: 401,
      code: 'key_disabled',
    });
    expect(await ask(headers, { key: { expiresAt: 1 } })).toMatchObject({
      status: 401,
      code: 'key_expired',
    });
  });

  it('rejects a key whose group does not exist', async () => {
    const result = await ask({ authorization: 'Bearer KEY' }, { key: { groups: ['gone'] } });
    expect(result).toMatchObject({ status: 403, code: 'group_not_allowed', calls: 0 });
  });
});

describe('behind a proxy', () => {
  it('uses the client address from a trusted proxy only', async () => {
    const { gateway, secret } = await openTestGateway({
      configuration: { trusted_proxies: ['10.0.0.0/8'] },
      key: { allowedFrom: ['192.0.2.0/24'] },
    });
    const statusOf = async (address: string, forwarded: string) => {
      const request = new Request('http://parley.test/v1/models', {
        headers: {
          authorization: `Bearer ${secret}`,
          'x-forwarded-for': forwarded,
        },
      });
      return (await gateway.fetch(request, { address })).status;
    };
    expect(await statusOf('10.0.0.1', '192.0.2.7')).toBe(200);
    expect(await statusOf('10.0.0.1', '192.0.2.7, 198.51.100.1')).toBe(403);
    expect(await statusOf('198.51.100.1', '192.0.2.7')).toBe(403);
  });
});

describe('a flood of wrong keys from one address', () => {
  // Time stands still: keys and configuration are not read in the background, however long the flood takes.
  const clock = { now: () => 0, monotonic: () => 0 };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function arrange() {
    const { gateway, secret, store, addKey } = await openTestGateway({ options: { clock } });
    const asked: string[] = [];
    const { findKey, readEntityVersion } = store;
    store.findKey = (hash) => {
      asked.push('findKey');
      return findKey(hash);
    };
    store.readEntityVersion = () => {
      asked.push('readEntityVersion');
      return readEntityVersion();
    };
    const call = async (key: string, address = '192.0.2.1'): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` };
      const request = new Request('http://parley.test/v1/models', { headers });
      return (await gateway.fetch(request, { address })).status;
    };
    const flood = async (count: number): Promise<readonly number[]> => {
      const keys = Array.from({ length: count }, () => createKeySecret());
      const statuses: number[] = [];
      for (const key of await Promise.all(keys)) statuses.push(await call(key.secret));
      return statuses;
    };
    return { addKey, asked, call, flood, secret };
  }

  it('does not reach the store once it is limited', async () => {
    const { asked, flood } = await arrange();
    expect(new Set(await flood(60))).toEqual(new Set([401]));
    asked.splice(0);
    expect(new Set(await flood(100))).toEqual(new Set([429]));
    expect(asked).toEqual([]);
  });

  it('leaves the keys alone that were used from there before, and all other addresses', async () => {
    const { addKey, call, flood, secret } = await arrange();
    expect(await call(secret)).toBe(200);
    await flood(61);
    expect(await call(secret)).toBe(200);
    const unused = await addKey({ id: 'key_2' });
    expect(await call(unused)).toBe(429);
    expect(await call(unused, '192.0.2.2')).toBe(200);
    expect(await call(unused)).toBe(200);
  });
});
