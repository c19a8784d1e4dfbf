import { dialectIds } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../context.ts';
import { hashSecret } from '../keys/secret.ts';
import {
  callName,
  chatRequest,
  messagesRequest,
  startTestGateway,
  type TestGateway,
} from '../testing/test-gateway.ts';
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
const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+(?:\{.*\})?/g, 'x');

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
    '/api/v1/messages/x',
    '/admin',
    '/V1/models',
    '/api/hello',
  ])('%s is 404 in the envelope of its dialect', async (path) => {
    const response = await get(path, authorized());
    expect(response.status).toBe(404);
    const body = (await response.json()) as { type?: string };
    expect(body.type).toBe(path.includes('/v1/messages') ? 'error' : undefined);
  });

  it('are 404 in the envelope of the client that its headers tell', async () => {
    const shapes = [
      [{}, { error: { code: 'unknown_endpoint' } }],
      [{ 'anthropic-version': '2023-06-01' }, { error: { type: 'not_found_error' } }],
      [{ 'x-goog-api-client': 'genai-js' }, { error: { code: 404, status: 'NOT_FOUND' } }],
    ] as const;
    for (const [headers, shape] of shapes) {
      expect(await (await get('/v1/nowhere', headers)).json()).toMatchObject(shape);
    }
  });

  it('are named, with the nearest endpoint, and without a key', async () => {
    const response = await get(`/v1/chat/completion/${testGateway.secret}?a=b`);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^There is no endpoint \/v1\/chat\/completion\/\S+\. /);
    expect(error.message).toContain('The nearest one is /v1/chat/completions.');
    expect(error.message).not.toContain(testGateway.secret);
  });
});

describe('a path with a wrong base', () => {
  it.each(['/models', '/v1/models/', '//v1/models', '/v1//models', '/openai/v1/models'])(
    '%s lists the models',
    async (path) => {
      expect((await get(path)).status).toBe(401);
      expect(await (await get(path, authorized())).json()).toHaveProperty('data');
    },
  );

  it.each([
    ['/chat/completions', 'chat.completion'],
    ['/v1beta/openai/chat/completions/', 'chat.completion'],
    ['/api/v1/messages', 'message'],
    ['/v1/v1/responses', 'response'],
  ])('%s generates an answer', async (path, type) => {
    const response = await testGateway.post(path, { ...messagesRequest, input: 'Hi' });
    const body = (await response.json()) as { object?: string; type?: string };
    expect(body.object ?? body.type).toBe(type);
  });

  it('is in the record as the endpoint that was meant', async () => {
    const { headers } = await testGateway.post('/v1/v1/chat/completions', chatRequest);
    const record = await testGateway.store.findExchange(headers.get('x-request-id') ?? '');
    expect(record).toMatchObject({ endpoint: '/v1/chat/completions' });
  });

  it('is answered in the format of Gemini to clients of Gemini', async () => {
    const path = `/v1/v1beta/models/${callName}:generateContent/`;
    const response = await testGateway.post(path, { contents: [{ parts: [{ text: 'Hi' }] }] });
    expect(await response.json()).toHaveProperty('candidates');
  });
});

describe("an address of Azure's clients", () => {
  const path = `/openai/deployments/${callName}/chat/completions?api-version=2026-01-01`;
  const { messages } = chatRequest;

  it('names the call name as a deployment, whatever the body says', async () => {
    for (const body of [{ messages }, { messages, model: 'gpt-5.4' }]) {
      const response = await testGateway.post(path, body);
      expect(await response.json()).toMatchObject({ model: callName });
    }
  });

  it('does not reach the upstream', async () => {
    testGateway.upstream.clear();
    await testGateway.post(path, { messages });
    expect(testGateway.upstream.requests.map(({ target }) => target)).toEqual([
      '/v1/chat/completions',
    ]);
  });

  it('is refused with a deployment that does not exist', async () => {
    const wrong = '/openai/deployments/nothing/chat/completions';
    const response = await testGateway.post(wrong, { messages, model: callName });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } });
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
