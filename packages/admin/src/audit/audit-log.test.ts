import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminMethod } from '../shared/endpoint.ts';
import { adminEndpoints } from '../http/endpoints.ts';
import { findEndpoint, createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness({
    options: { secretKey: 'ab'.repeat(32) },
    configuration: { sign_in: { oidc } },
  });
});
afterAll(() => harness.testGateway.close());

interface Entry {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly subject_id: string;
}

async function listAudit(query = ''): Promise<readonly Entry[]> {
  const { body } = await harness.call('GET', `/audit?limit=1000${query}`);
  return (body as { data: readonly Entry[] }).data;
}

interface AuditedCall {
  readonly call: `${AdminMethod} /${string}`;
  readonly body?: unknown;
  readonly action: string;
}

/** Nothing listens there: a test that fails is recorded as well. */
const oidc = {
  ...{ issuer: 'http://127.0.0.1:9', title: 'Example ID', client_id: 'parley' },
  client_secret: 'a secret of the client',
};
const key = { name: 'k', limits: { quota: { amount: '1' } } };
const upstream = { provider: 'ollama', credential: 'sk-upstream-secret' };
const model = { targets: [{ upstream: 'ours' }] };

/** Every write endpoint once; `{id}` is the id that the previous call returned. */
const calls: readonly AuditedCall[] = [
  { call: 'POST /accounts', body: { id: 'a', name: 'a' }, action: 'account.create' },
  { call: 'PATCH /accounts/a', body: { name: 'b' }, action: 'account.change' },
  { call: 'POST /accounts/a/top-ups', body: { amount: 1 }, action: 'account.top-up' },
  { call: 'POST /accounts/a/adjustments', body: { amount: -1 }, action: 'account.adjustment' },
  { call: 'DELETE /accounts/a', action: 'account.delete' },
  { call: 'POST /sign-in/tests', body: {}, action: 'sign_in.test' },
  { call: 'POST /keys', body: key, action: 'key.create' },
  { call: 'PATCH /keys/{id}', body: { disabled: true }, action: 'key.change' },
  { call: 'POST /keys/{id}/rotations', body: {}, action: 'key.rotate' },
  { call: 'DELETE /keys/{id}', action: 'key.delete' },
  { call: 'POST /tokens', body: { role: 'admin' }, action: 'admin_token.create' },
  { call: 'DELETE /tokens/{id}', action: 'admin_token.delete' },
  { call: 'POST /users', body: { email: 'ada@example.org' }, action: 'user.create' },
  { call: 'PATCH /users/{id}', body: { role: 'admin' }, action: 'user.change' },
  { call: 'DELETE /users/{id}', action: 'user.delete' },
  { call: 'PUT /upstreams/ours', body: upstream, action: 'upstream.save' },
  { call: 'PUT /models/ours', body: model, action: 'model.save' },
  { call: 'PUT /groups/ours', body: {}, action: 'group.save' },
  { call: 'PUT /prices/ours', body: { match: 'ours/*', free: true }, action: 'price.save' },
  { call: 'DELETE /prices/ours', action: 'price.delete' },
  { call: 'DELETE /groups/ours', action: 'group.delete' },
  { call: 'DELETE /models/ours', action: 'model.delete' },
  { call: 'POST /upstreams/ours/tests', body: {}, action: 'upstream.test' },
  { call: 'POST /upstreams/ours/recoveries', body: {}, action: 'upstream.recover' },
  { call: 'DELETE /upstreams/ours', action: 'upstream.delete' },
];

describe('the audit log', () => {
  it('gets one entry per change, without secrets', async () => {
    const done = new Set<unknown>();
    const secrets = ['sk-upstream-secret', oidc.client_secret];
    let made = '';
    for (const { call, body, action } of calls) {
      const [method, path] = call.replace('{id}', made).split(' ') as [AdminMethod, string];
      const before = await listAudit();
      const response = await harness.call(method, path, { body });
      expect(response.status, `${call} ${response.text}`).toBeLessThan(300);
      const known = new Set(before.map(({ id }) => id));
      const added = (await listAudit()).filter(({ id }) => !known.has(id));
      expect(added.map((entry) => entry.action)).toEqual([action]);
      expect(added[0]?.actor).toMatch(/^token:token-/);
      const { id, secret } = (response.body ?? {}) as { id?: string; secret?: string };
      if (method === 'POST' && id !== undefined) made = path.includes('/a/') ? made : id;
      if (secret !== undefined) secrets.push(secret);
      done.add(findEndpoint(method, path));
    }
    const text =
      (await harness.call('GET', '/audit?limit=1000')).text + harness.testGateway.log.join();
    for (const secret of secrets) expect(text).not.toContain(secret);
    const writes = adminEndpoints.filter(({ method }) => method !== 'GET');
    // Nothing was quarantined, and there is no webhook.
    const missed = writes.filter((endpoint) => !done.has(endpoint)).map(({ path }) => path);
    expect(missed.sort()).toEqual(['/ledger/quarantine', '/webhooks/:id/tests']);
  });

  it.each([
    ['POST', '/accounts', { nam: 'x' }],
    ['POST', '/accounts', { id: 'default', name: 'x' }],
    ['DELETE', '/accounts/default', undefined],
    ['PATCH', '/keys/none', { disabled: true }],
    ['PUT', '/groups/default', {}],
    ['DELETE', '/models/none', undefined],
    ['DELETE', '/tokens/none', undefined],
  ] as const)('says nothing of %s %s %j, which did nothing', async (method, path, body) => {
    const before = await listAudit();
    expect((await harness.call(method, path, { body })).status).toBeGreaterThanOrEqual(400);
    expect(await listAudit()).toEqual(before);
  });

  it('can be filtered and paged, newest first', async () => {
    const saved = await listAudit('&subject_kind=group&subject_id=ours');
    expect(saved.map(({ action }) => action).sort()).toEqual(['group.delete', 'group.save']);
    expect(await listAudit('&actor=cli')).toEqual([]);
    const rotated = await listAudit('&action=key.rotate');
    expect(rotated.map(({ action }) => action)).toEqual(['key.rotate']);
    expect(await listAudit('&until=2001-01-01T00:00:00Z')).toEqual([]);
    const all = await listAudit();
    expect(await listAudit('&from=1970-01-01T00:00:00Z')).toEqual(all);
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = await harness.call('GET', `/audit?limit=4${after}`);
      const { data, next } = body as { data: Entry[]; next: string | null };
      seen.push(...data.map(({ id }) => id));
      after = next === null ? '' : `&after=${encodeURIComponent(next)}`;
    } while (after !== '');
    expect(seen).toEqual(all.map(({ id }) => id));
  });
});
