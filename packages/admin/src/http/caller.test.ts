import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAdminSecret } from '@parley/core/extension';
import { StoreUnavailableError } from '@parley/core/store';
import type { TestGateway } from '@parley/core/testing';
import { adminEndpoints } from './endpoints.ts';
import {
  send,
  createAdminHarness,
  startAdminTestGateway,
  type AdminHarness,
} from '../testing/admin-harness.ts';

const calls = adminEndpoints.map(({ method, path }) => ({
  method,
  path: path.replace(/:id(?:\{.*\})?/, 'x'),
}));
const writes = calls.filter(({ method }) => method !== 'GET');

describe('the admin API without any token', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startAdminTestGateway();
  });
  afterAll(() => testGateway.close());

  it.each(calls)('$method $path looks like a path that does not exist', async (call) => {
    const { secret } = await createAdminSecret();
    const unknown = await send(testGateway, { method: call.method, path: '/nothing' });
    for (const shown of [undefined, 'Bearer', testGateway.secret, secret]) {
      const response = await send(testGateway, call, shown === undefined ? {} : { secret: shown });
      expect(response.status).toBe(404);
      expect(withoutPath(response.body)).toEqual(withoutPath(unknown.body));
      expect([...response.headers.keys()]).toEqual([...unknown.headers.keys()]);
    }
  });

  it('exists while at least one admin token exists', async () => {
    const path = '/accounts';
    const { secret, hash, display } = await createAdminSecret();
    const token = { id: 'only', name: 'only', role: 'admin' as const, hash, display, createdAt: 0 };
    await testGateway.store.addAdminToken(token);
    expect((await send(testGateway, { method: 'GET', path }, { secret })).status).toBe(200);
    expect((await send(testGateway, { method: 'GET', path })).status).toBe(401);
    const deletion = { method: 'DELETE', path: '/tokens/only' };
    expect((await send(testGateway, deletion, { secret })).status).toBe(204);
    expect((await send(testGateway, { method: 'GET', path }, { secret })).status).toBe(404);
  });
});

describe('the admin API with a token', () => {
  let harness: AdminHarness;
  let viewer: string;
  beforeAll(async () => {
    harness = await createAdminHarness();
    viewer = await harness.addToken('viewer');
  });
  afterAll(() => harness.testGateway.close());

  it.each(calls)('$method $path refuses every other credential', async (call) => {
    const { secret } = await createAdminSecret();
    for (const shown of [undefined, 'nonsense', harness.testGateway.secret, secret]) {
      const response = await send(
        harness.testGateway,
        call,
        shown === undefined ? {} : { secret: shown },
      );
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: { code: 'invalid_admin_token' } });
      expect(response.headers.get('x-should-retry')).toBe('false');
    }
  });

  it.each(writes)('$method $path refuses viewers', async (call) => {
    const response = await send(harness.testGateway, call, { secret: viewer });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ error: { code: 'read_only_token' } });
  });

  it('lets viewers read, with GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await send(
        harness.testGateway,
        { method, path: '/accounts' },
        { secret: viewer },
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    }
  });

  it('accepts the scheme in any case and the token only in this header', async () => {
    const call = { method: 'GET', path: '/accounts' };
    const as = (headers: Record<string, string>) => send(harness.testGateway, call, { headers });
    expect((await as({ authorization: `bearer ${harness.secret}` })).status).toBe(200);
    expect((await as({ authorization: harness.secret })).status).toBe(401);
    expect((await as({ 'x-api-key': harness.secret })).status).toBe(401);
  });

  it('limits failed attempts by address, but still accepts a valid token', async () => {
    const call = { method: 'GET', path: '/accounts' };
    const { secret } = await createAdminSecret();
    const guess = (address: string) => send(harness.testGateway, call, { secret, address });
    for (let count = 0; count < 60; count += 1) await guess('192.0.2.1');
    const { store } = harness.testGateway;
    const lookUp = vi.spyOn(store, 'findAdminToken');
    const list = vi.spyOn(store, 'listAdminTokens');
    await guess('192.0.2.1');
    expect([lookUp.mock.calls, list.mock.calls]).toEqual([[], []]);
    lookUp.mockRestore();
    list.mockRestore();
    const refused = await guess('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guess('192.0.2.2')).status).toBe(401);
    const known = await harness.call('GET', '/accounts', { address: '192.0.2.1' });
    expect(known.status).toBe(200);
    harness.pass(61_000);
    expect((await guess('192.0.2.1')).status).toBe(401);
  });

  it.each([
    ['without a token', undefined],
    ['with an API key', 'sk-parley-wrong'],
  ])('hardly asks the store for a flood of requests %s', async (_, secret) => {
    harness.pass(1_000);
    const list = vi.spyOn(harness.testGateway.store, 'listAdminTokens');
    const request = { address: '192.0.2.3', ...(secret !== undefined && { secret }) };
    for (let count = 0; count < 100; count += 1) {
      const refused = await send(harness.testGateway, { method: 'GET', path: '/keys' }, request);
      expect(refused.status).toBe(401);
    }
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();
  });

  it('responds with 503 and no details when the store is unavailable', async () => {
    const broken = await createAdminHarness({
      options: {
        store: new Proxy(harness.testGateway.store, {
          get: (store, name) =>
            name === 'listAccounts'
              ? () => Promise.reject(new StoreUnavailableError('sqlite: /var/lib/secret is locked'))
              : (Reflect.get(store, name) as unknown),
        }),
      },
    });
    const response = await send(
      broken.testGateway,
      { method: 'GET', path: '/accounts' },
      { secret: harness.secret },
    );
    expect(response.status).toBe(503);
    expect(response.text).not.toContain('secret');
    await broken.testGateway.close();
  });
});

function withoutIds(body: unknown): unknown {
  return { ...(body as object), request_id: '' };
}

/** The error of a path that does not exist names that path and the nearest endpoint. */
function withoutPath(body: unknown): unknown {
  const text = JSON.stringify(withoutIds(body));
  return JSON.parse(text.replace(/There is no endpoint \S+\. The nearest one is \S+\./, 'None.'));
}
