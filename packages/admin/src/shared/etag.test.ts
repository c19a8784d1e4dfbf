import { setTimeout } from 'node:timers/promises';
import { StoreChangedError, type Store } from '@parley/core/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminEndpoints } from '../http/endpoints.ts';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import type { AdminMethod } from './endpoint.ts';
import { findReader } from './etag.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
  delayChanges(harness.testGateway.store);
});
afterAll(() => harness.testGateway.close());

/** Every request has read what it changes before the first change is written, as with a store far away. */
function delayChanges(store: Store): void {
  for (const name of changes) {
    const change = store[name] as (...parameters: unknown[]) => Promise<unknown>;
    const delayed = async (...parameters: unknown[]) => {
      await setTimeout(5);
      return change(...parameters);
    };
    Object.assign(store, { [name]: delayed });
  }
}

const changes = ['saveEntity', 'changeKey', 'rotateKey', 'changeAccount'] as const;

const subjects = [
  {
    kind: 'key',
    create: () => harness.call('POST', '/keys', { body: { name: 'a' } }),
    pathOf: ({ id = '' }) => `/keys/${id}`,
    ...{ method: 'PATCH' as const, first: { name: 'b' }, second: { limits: { concurrency: 2 } } },
  },
  {
    kind: 'account',
    create: () => harness.call('POST', '/accounts', { body: { name: 'a' } }),
    pathOf: ({ id = '' }) => `/accounts/${id}`,
    ...{ method: 'PATCH' as const, first: { name: 'b' }, second: { disabled: true } },
  },
  ...(
    [
      ['group', '/groups/team', { fingerprint: 'a' }, { fingerprint: 'b' }],
      ['model', '/models/smart', target('m'), target('n')],
      ['price', '/prices/up0', { match: 'up0/*', free: true }, { match: 'up0/m', free: true }],
      ['upstream', '/upstreams/more', rack(1), rack(2)],
    ] as const
  ).map(([kind, path, first, second]) => ({
    kind,
    create: () => harness.call('PUT', path, { body: first }),
    pathOf: () => path,
    ...{ method: 'PUT' as const, first: second, second: first },
  })),
] as const;

function rack(port: number) {
  return { provider: 'openai-compatible', base_url: `http://127.0.0.1:${port}/v1`, models: ['x'] };
}

function target(model: string) {
  return { targets: [{ upstream: 'up0', model }] };
}

interface Tagged {
  readonly id?: string;
  readonly etag: string;
}

describe.each(subjects)(
  'the entity tag of a $kind',
  ({ create, pathOf, method, first, second }) => {
    it('refuses a change of an older version and its deletion, and allows those of the newest', async () => {
      const created = (await create()).body as Tagged;
      const path = pathOf(created);
      const send = (verb: AdminMethod, tag: string, body?: object) =>
        harness.call(verb, path, { headers: { 'if-match': tag }, ...(body && { body }) });
      expect(created.etag).toMatch(/^"[\w-]+"$/);
      const read = await harness.call('GET', path);
      expect(read.headers.get('etag')).toBe(created.etag);
      const changed = await send(method, created.etag, first);
      const { etag } = changed.body as Tagged;
      expect(etag).not.toBe(created.etag);
      expect(changed.headers.get('etag')).toBe(etag);

      const refused = await send(method, created.etag, second);
      expect(refused.status).toBe(412);
      expect(refused.body).toMatchObject({ error: { code: 'precondition_failed' } });
      expect((await harness.call('GET', path)).body).toMatchObject({ etag });
      expect((await send('DELETE', created.etag)).status).toBe(412);
      expect((await send('DELETE', `"x", ${etag}`)).status).toBe(204);
    });

    it('allows one of several changes at the same instant', async () => {
      const created = (await create()).body as Tagged;
      const headers = { 'if-match': created.etag };
      const attempts = [first, second, first, second].map((body) =>
        harness.call(method, pathOf(created), { body, headers }),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 412, 412, 412]);
      await harness.call('DELETE', pathOf(created));
    });
  },
);

describe('an entity tag', () => {
  it('is the same in lists, and stays while a key is used', async () => {
    const { secret, ...key } = (await harness.call('POST', '/keys', { body: {} }))
      .body as Tagged & {
      readonly secret: string;
    };
    expect(await harness.chat(secret)).toBe(200);
    const { data } = (await harness.call('GET', '/keys')).body as { data: Tagged[] };
    expect(data.find(({ id }) => id === key.id)?.etag).toBe(key.etag);
  });

  it('refuses a second rotation of the same secret', async () => {
    const { id, etag } = (await harness.call('POST', '/keys', { body: {} })).body as Tagged;
    const rotate = (tag: string) =>
      harness.call('POST', `/keys/${id}/rotations`, { body: {}, headers: { 'if-match': tag } });
    const first = await rotate(etag);
    expect(first.status).toBe(201);
    expect((await rotate(etag)).status).toBe(412);
    expect(first.headers.get('etag')).not.toBe(etag);
    expect((await rotate((first.body as Tagged).etag)).status).toBe(201);
  });

  it('allows one of several rotations at the same instant', async () => {
    const { id, etag } = (await harness.call('POST', '/keys', { body: {} })).body as Tagged;
    const attempts = Array.from({ length: 4 }, () =>
      harness.call('POST', `/keys/${id}/rotations`, { body: {}, headers: { 'if-match': etag } }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 412, 412, 412]);
  });

  it('lets every change at the same instant through where any version will do', async () => {
    await harness.call('PUT', '/groups/busy', { body: {} });
    const put = (multiplier: number, headers: Readonly<Record<string, string>>) =>
      harness.call('PUT', '/groups/busy', { body: { multiplier }, headers });
    const changes = await Promise.all([1, 2, 3].map((each) => put(each, { 'if-match': '*' })));
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    await harness.call('DELETE', '/groups/busy');
    const first = await Promise.all([1, 2, 3].map((each) => put(each, { 'if-none-match': '*' })));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('does not try a change without end while others come in between', async () => {
    const { store } = harness.testGateway;
    const { id, etag } = (await harness.call('POST', '/accounts', { body: { name: 'a' } }))
      .body as Tagged;
    const changeAccount = vi.spyOn(store, 'changeAccount');
    changeAccount.mockRejectedValue(new StoreChangedError('Changed.'));
    const headers = { 'if-match': etag };
    const { status } = await harness.call('PATCH', `/accounts/${id}`, { body: {}, headers });
    changeAccount.mockRestore();
    expect(status).toBe(412);
  });

  it('can be required of these changes', () => {
    const conditional = adminEndpoints.filter((each) => findReader(adminEndpoints, each));
    const entities = ['/groups', '/models', '/prices', '/upstreams'].flatMap((path) => [
      `DELETE ${path}/:id{.+}`,
      `PUT ${path}/:id{.+}`,
    ]);
    const others = ['DELETE /accounts/:id', 'DELETE /keys/:id', 'PATCH /accounts/:id'];
    const keys = ['PATCH /keys/:id', 'POST /keys/:id/rotations'];
    const named = conditional.map(({ method, path }) => `${method} ${path}`);
    expect(named.sort()).toEqual([...entities, ...others, ...keys].sort());
  });

  it('is optional', async () => {
    await harness.call('PUT', '/groups/any', { body: { fingerprint: 'x' } });
    expect((await harness.call('PUT', '/groups/any', { body: {} })).status).toBe(200);
  });

  it('changes with the credential, which is never shown', async () => {
    const other = await createAdminHarness({ options: { secretKey: 'ab'.repeat(32) } });
    const put = (credential: string) =>
      other.call('PUT', '/upstreams/vendor', { body: { ...rack(1), credential } });
    const before = (await put('one')).body as Tagged;
    other.pass(1);
    expect(((await put('two')).body as Tagged).etag).not.toBe(before.etag);
    await other.testGateway.close();
  });

  it('keeps a PUT from replacing what exists, and from changing what does not', async () => {
    const put = (name: string, headers: Readonly<Record<string, string>>) =>
      harness.call('PUT', `/groups/${name}`, { body: {}, headers });
    expect((await put('new', { 'if-none-match': '*' })).status).toBe(200);
    expect((await put('new', { 'if-none-match': '*' })).status).toBe(412);
    expect((await put('new', { 'if-match': '*' })).status).toBe(200);
    expect((await put('absent', { 'if-match': '*' })).status).toBe(412);
    expect((await harness.call('GET', '/groups/absent')).status).toBe(404);
  });

  it('does not hide that something is missing', async () => {
    const headers = { 'if-match': '"x"' };
    expect((await harness.call('PATCH', '/keys/none', { body: {}, headers })).status).toBe(404);
    expect((await harness.call('DELETE', '/groups/none', { headers })).status).toBe(404);
  });
});
