import { createAdminSecret, type GatewayExtension } from '@parley/core/extension';
import { chatRequest, startTestGateway, type TestGateway } from '@parley/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin } from '../admin.ts';
import { createAdminHarness, startAdminTestGateway } from '../testing/admin-harness.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startAdminTestGateway();
});
afterAll(() => testGateway.close());

const get = (
  path: string,
  headers: Record<string, string> = {},
  { gateway }: TestGateway = testGateway,
) => gateway.fetch(new Request(`http://parley.test${path}`, { headers }));

describe('a gateway', () => {
  it('has no admin API, no key API and no console without the extension', async () => {
    const plain = await startTestGateway();
    for (const path of ['/admin/v1/keys', '/key/v1/key', '/console/', '/admin/v1/openapi.json']) {
      const response = await get(path, {}, plain);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
    }
    await plain.close();
  });

  it('has no console unless its files are passed to the extension', async () => {
    expect((await get('/console/')).status).toBe(404);
    const console = async () => ({ files: {} });
    const extended = await startAdminTestGateway({ admin: { console } });
    expect(await (await get('/console/session', {}, extended)).json()).toMatchObject({
      object: 'session',
    });
    await extended.close();
  });

  it('responds to unknown paths as it does without the extension', async () => {
    const fresh = await startAdminTestGateway();
    for (const path of ['/admin/v1', '/admin/v1/nothing', '/key/v1/nothing', '/console']) {
      const response = await get(path, {}, fresh);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
    }
    await fresh.close();
  });

  const send = async ({ gateway }: TestGateway, method: string, path: string) => {
    const response = await gateway.fetch(new Request(`http://parley.test${path}`, { method }));
    const { error } = (await response.json()) as { error: { message: string; code: string } };
    return { status: response.status, allow: response.headers.get('allow'), ...error };
  };

  it('names the nearest endpoint of the admin API, and the methods of a path', async () => {
    const harness = await createAdminHarness();
    expect(await send(harness.testGateway, 'GET', '/admin/v1/acounts')).toMatchObject({
      ...{ status: 404, code: 'unknown_endpoint' },
      message: 'There is no endpoint /admin/v1/acounts. The nearest one is /admin/v1/accounts.',
    });
    expect(await send(harness.testGateway, 'DELETE', '/admin/v1/accounts')).toMatchObject({
      ...{ status: 405, code: 'method_not_allowed', allow: 'GET, POST' },
      message: 'Use GET, POST on this endpoint.',
    });
    await harness.testGateway.close();
  });

  it('names nothing of an admin API that has no token', async () => {
    const fresh = await startAdminTestGateway();
    for (const method of ['GET', 'DELETE']) {
      const { status, message } = await send(fresh, method, '/admin/v1/accounts');
      expect(status).toBe(404);
      expect(message).toMatch(/The nearest one is \/v1\//);
    }
    const { message } = await send(fresh, 'GET', '/key/v1/kei');
    expect(message).toContain('The nearest one is /key/v1/key.');
    await fresh.close();
  });

  it('takes no body that a page of another site could send', async () => {
    const harness = await createAdminHarness();
    const body = new TextEncoder().encode('{"name":"x"}');
    for (const type of [undefined, 'text/plain']) {
      const headers = new Headers({ authorization: `Bearer ${harness.secret}` });
      if (type !== undefined) headers.set('content-type', type);
      const init = { method: 'POST', body, headers };
      const request = new Request('http://parley.test/admin/v1/accounts', init);
      expect((await harness.testGateway.gateway.fetch(request)).status).toBe(415);
    }
    await harness.testGateway.close();
  });

  it.each([
    ['POST', '/admin/v1/accounts', 1024 * 1024],
    ['POST', '/key/v1/rotations', 16 * 1024],
  ])('takes no body that could fill the memory: %s %s', async (method, path, most) => {
    const harness = await createAdminHarness();
    const isKey = path.startsWith('/key/');
    const secret = isKey ? harness.testGateway.secret : harness.secret;
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const statuses = [];
    for (const length of [most, most + 1]) {
      const body = '{}'.padEnd(length);
      const request = new Request(`http://parley.test${path}`, { method, body, headers });
      statuses.push((await harness.testGateway.gateway.fetch(request)).status);
    }
    expect(statuses).toEqual([isKey ? 403 : 400, 413]);
    await harness.testGateway.close();
  });

  it('serves the paths of another extension after its own', async () => {
    const other: GatewayExtension = {
      fetch: async ({ request }, next) =>
        request.url.endsWith('/admin/v1/other') ? new Response('other') : next(),
    };
    const extended = await startTestGateway({
      options: { extensions: [createAdmin(), () => other] },
    });
    expect(await (await get('/admin/v1/other', {}, extended)).text()).toBe('other');
    expect((await get('/key/v1/key', {}, extended)).status).toBe(401);
    await extended.close();
  });

  it('deletes expired sessions during maintenance', async () => {
    const harness = await createAdminHarness();
    await harness.createSignInLink();
    harness.pass(24 * 60 * 60_000);
    const deleted: unknown[] = [];
    const { store } = harness.testGateway;
    const deleteExpired = store.deleteExpiredSessions.bind(store);
    Object.assign(store, {
      deleteExpiredSessions: async (now: number) => deleted.push(await deleteExpired(now)),
    });
    await harness.testGateway.gateway.maintain();
    expect(deleted).toHaveLength(1);
    await harness.testGateway.close();
  });
});

describe('the limits of live streams', () => {
  it('are shown beside those of the gateway', async () => {
    const harness = await createAdminHarness({ admin: { liveStreams: { capacity: 7 } } });
    const { body } = await harness.call('GET', '/configuration');
    const { facts } = body as { facts: { name: string }[] };
    const shown = facts.filter(({ name }) => name.startsWith('limits.live_stream'));
    expect(shown).toEqual([
      { name: 'limits.live_streams', value: '7' },
      { name: 'limits.live_stream_ms', value: '600000' },
    ]);
    await harness.testGateway.close();
  });
});

describe('the list of exchanges', () => {
  it('is for operators and not for holders of keys', async () => {
    const { secret, hash, display } = await createAdminSecret();
    await testGateway.store.addAdminToken({
      id: 'adm_1',
      name: 'test',
      role: 'viewer',
      hash,
      display,
      createdAt: 0,
    });
    const chat = await testGateway.post('/v1/chat/completions', chatRequest);
    const id = chat.headers.get('x-request-id') ?? '';
    const holder = { authorization: `Bearer ${testGateway.secret}` };
    expect((await get('/admin/v1/exchanges', holder)).status).toBe(401);
    const admin = { authorization: `Bearer ${secret}` };
    const list = (await (await get('/admin/v1/exchanges?limit=5', admin)).json()) as {
      data: { id: string }[];
    };
    expect(list.data[0]?.id).toBe(id);
    expect(await (await get(`/admin/v1/exchanges/${id}`, admin)).json()).toMatchObject({
      id,
      outcome: 'completed',
    });
    expect((await get('/admin/v1/exchanges/req_none', admin)).status).toBe(404);
    expect((await get('/admin/v1/exchanges?limit=0', admin)).status).toBe(400);
  });
});
