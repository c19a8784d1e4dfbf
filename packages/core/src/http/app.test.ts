import { dialectIds } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../context.ts';
import { hashSecret } from '../keys/secret.ts';
import { callName, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { dialectOf } from './request-dialect.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway();
});
afterAll(() => testGateway.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  testGateway.gateway.fetch(new Request(`http://parley.test${path}`, { headers }));
const authorized = () => ({ authorization: `Bearer ${testGateway.secret}` });
const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:id(?:\{.*\})?/, 'x');

describe('every endpoint', () => {
  const guarded = Object.values<Endpoint>(endpoints).filter(({ policy }) => policy !== 'public');

  it.each(guarded)('$method $path is refused without a credential', async (endpoint) => {
    const init = { method: endpoint.method, ...(endpoint.method === 'POST' && { body: '{}' }) };
    const response = await testGateway.gateway.fetch(
      new Request(`http://parley.test${pathOf(endpoint)}`, init),
    );
    expect(response.status).toBe(401);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it.each(Object.values<Endpoint>(endpoints))(
    '$method $path refuses methods that nobody offers',
    async (endpoint) => {
      for (const method of ['PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
        const response = await testGateway.gateway.fetch(
          new Request(`http://parley.test${pathOf(endpoint)}`, { method }),
        );
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')?.split(', ')).toContain(endpoint.method);
        expect(await response.json()).toHaveProperty('error.message');
      }
    },
  );
});

describe('the endpoint table', () => {
  it.each(dialectIds)('serves %s', (dialect) => {
    expect(Object.values<Endpoint>(endpoints).map((each) => each.dialect)).toContain(dialect);
  });

  it.each(Object.values<Endpoint>(endpoints))(
    'answers in $dialect whatever is wrong with $method $path',
    (endpoint) => {
      const { method, dialect } = endpoint;
      const path = pathOf(endpoint);
      expect(dialectOf(path, new Request(`http://parley.test${path}`, { method }))).toBe(dialect);
    },
  );
});

describe('paths that do not exist', () => {
  it.each([
    '/',
    '/v1',
    '/v1/chat',
    '/v1/messages/x',
    '/admin',
    '/V1/models',
    '/v1//models',
    '/api/hello',
  ])('%s is 404 in the envelope of its dialect', async (path) => {
    const response = await get(path, authorized());
    expect(response.status).toBe(404);
    const body = (await response.json()) as { type?: string };
    expect(body.type).toBe(path.startsWith('/v1/messages') ? 'error' : undefined);
  });
});

describe('the model list', () => {
  it('has the call names of the key, each of which can be retrieved', async () => {
    const body = (await (await get('/v1/models', authorized())).json()) as {
      data: { id: string }[];
    };
    expect(body.data.map(({ id }) => id)).toContain(callName);
    expect((await get(`/v1/models/${callName}`, authorized())).status).toBe(200);
  });

  it('must not be cached by intermediaries', async () => {
    const { headers } = await get('/v1/models', authorized());
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('finds an id with a slash, encoded or not, and rejects an unknown one', async () => {
    expect((await get('/v1/models/no%2Fbody', authorized())).status).toBe(404);
    expect((await get('/v1/models/no/body', authorized())).status).toBe(404);
  });

  it('has the Messages envelope for clients of that dialect', async () => {
    const response = await get('/v1/models', { 'anthropic-version': '2023-06-01' });
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error' },
    });
  });
});

describe('health', () => {
  it('needs no credential and contains nothing secret', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { accepting: 'ok', store: 'ok', outbox: 'ok', upstreams: 'ok' },
    });
  });
});

describe('an extension', () => {
  it('answers its own paths and no others', async () => {
    const mine: GatewayExtension = {
      fetch: async ({ request }, next) =>
        new URL(request.url).pathname === '/mine' ? new Response('mine') : next(),
    };
    const extended = await startTestGateway({ options: { extensions: [() => ({}), () => mine] } });
    const ask = (path: string) => extended.gateway.fetch(new Request(`http://parley.test${path}`));
    expect(await (await ask('/mine')).text()).toBe('mine');
    expect((await ask('/other')).status).toBe(404);
    expect((await ask('/v1/models')).status).toBe(401);
    await extended.gateway.close();
  });

  it('may find the key of a model request without a credential', async () => {
    const { key, account } =
      (await testGateway.store.findKey(await hashSecret(testGateway.secret))) ?? {};
    const found = key && account && { key, account };
    const extended = await startTestGateway({
      options: { extensions: [() => ({ findKey: async () => found })] },
    });
    const response = await extended.gateway.fetch(new Request('http://parley.test/v1/models'));
    expect(response.status).toBe(200);
    await extended.close();
  });

  it('is called for maintenance, and when the gateway closes', async () => {
    const calls: string[] = [];
    const counted = (): GatewayExtension => ({
      maintain: async () => void calls.push('maintain'),
      close: () => void calls.push('close'),
    });
    const extended = await startTestGateway({ options: { extensions: [counted] } });
    await extended.gateway.maintain();
    await extended.close();
    expect(calls).toEqual(['maintain', 'close']);
  });
});
