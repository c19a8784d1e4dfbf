import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
});
afterAll(() => harness.testGateway.close());

interface CreatedKey {
  readonly id: string;
  readonly secret: string;
}

async function createKey(body: unknown = {}): Promise<CreatedKey> {
  const response = await harness.call('POST', '/keys', { body });
  expect(response.status, response.text).toBe(201);
  return response.body as CreatedKey;
}

describe('a new key', () => {
  it.each([
    ['a field that does not exist', { nam: 'x' }, 'nam'],
    [
      'a field within that does not exist',
      { limits: { quota: { amout: 1 } } },
      'limits.quota.amout',
    ],
    ['a group that does not exist', { groups: ['none'] }, 'groups'],
    ['no group', { groups: [] }, 'groups.0'],
    ['a group twice', { groups: ['default', 'default'] }, 'groups'],
    ['an account that does not exist', { account_id: 'none' }, 'account_id'],
    ['an empty name', { name: '' }, 'name'],
    ['a name with control characters', { name: 'a\nb' }, 'name'],
    ['a name of two lines', { name: 'a\u2028b' }, 'name'],
    ['a name that changes the direction of the text', { name: 'a\u202eb' }, 'name'],
    ['a broken range', { allowed_from: ['192.0.2.0/33'] }, 'allowed_from.0'],
    ['a number that passes for an address', { denied_from: ['3221225985'] }, 'denied_from.0'],
    ['an empty list of models', { models: [] }, 'models'],
    ['a moment without a zone', { expires_at: '2030-01-01T00:00:00' }, 'expires_at'],
    ['a day that does not exist', { expires_at: '2030-02-30T00:00:00Z' }, 'expires_at'],
    ['no concurrency', { limits: { concurrency: 0 } }, 'limits.concurrency'],
    ['half a request', { limits: { requests_per_minute: 0.5 } }, 'limits.requests_per_minute'],
    ['ten decimals', { limits: { quota: { amount: '0.1234567891' } } }, 'limits.quota.amount'],
    ['money below nothing', { limits: { windows: { '5h': '-1' } } }, 'limits.windows.5h'],
    ['a window that does not exist', { limits: { windows: { '6h': '1' } } }, 'limits.windows.6h'],
    ['a quota of nothing', { limits: { quota: { reset: 'day' } } }, 'limits.quota'],
    ['a list', [], undefined],
    ['a text', '"key"', undefined],
    ['half an object', '{"name":', undefined],
  ])('is refused with %s', async (_what, body, param) => {
    const response = await harness.call('POST', '/keys', { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      error: { type: 'invalid_request_error', param: param ?? null },
    });
    const { error } = response.body as { error: { message: string } };
    expect(error.message).toMatch(/\S/);
  });

  it.each([[[]], [['']], ['default'], [null]])(
    'is told that groups are a list of one or more, not %j',
    async (groups) => {
      const { body } = await harness.call('POST', '/keys', { body: { groups } });
      const { error } = body as { error: { message: string } };
      expect(error.message).toMatch(/: Use a list with the name of at least one group\.$/);
    },
  );

  it('is rejected unless the body is JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await harness.call('POST', '/keys', { body: 'name=x', headers });
    expect(response.status).toBe(415);
  });

  it.each(['👩‍👩‍👧‍👦 team', 'می‌خواهم', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'])(
    'accepts format characters of scripts and emoji in its name: %s',
    async (name) => {
      const { body } = await harness.call('POST', '/keys', { body: { name } });
      expect(body).toMatchObject({ name });
    },
  );

  it('accepts and returns every field of a key', async () => {
    const given = {
      name: 'Ada’s laptop',
      account_id: 'default',
      groups: ['default'],
      models: ['m', 'gpt-*'],
      limits: {
        quota: { amount: 12.5, tokens: 1_000_000, reset: 'month' },
        windows: { '5h': '0.000000001', '7d': 3 },
        requests_per_minute: 60,
        tokens_per_minute: 90_000,
        concurrency: 4,
      },
      allowed_from: ['192.0.2.0/24', '2001:db8::1'],
      denied_from: ['192.0.2.7'],
      expires_at: '2030-01-01T01:00:00+01:00',
    };
    const key = await createKey(given);
    const { body } = await harness.call('GET', `/keys/${key.id}`);
    expect(body).toMatchObject({
      ...given,
      object: 'key',
      status: 'active',
      expires_at: '2030-01-01T00:00:00.000Z',
      limits: {
        ...given.limits,
        quota: { ...given.limits.quota, amount: '12.5' },
        windows: { '5h': '0.000000001', '7d': '3' },
      },
      usage: { spent: '0', requests: 0 },
    });
  });

  it('works immediately', async () => {
    const { secret } = await createKey();
    expect(await harness.chat(secret)).toBe(200);
  });
});

describe('a group that is deleted', () => {
  it.each(['POST', 'PATCH'] as const)('gets no key by %s at the same moment', async (method) => {
    const group = `gone-${method.toLowerCase()}`;
    await harness.call('PUT', `/groups/${group}`, { body: {} });
    const path = method === 'POST' ? '/keys' : `/keys/${(await createKey()).id}`;
    const [bound, deleted] = await Promise.all([
      harness.call(method, path, { body: { groups: [group] } }),
      harness.call('DELETE', `/groups/${group}`),
    ]);
    const statuses = [bound.status < 400, deleted.status < 400];
    expect(statuses.toSorted()).toEqual([false, true]);
  });
});

describe('a secret', () => {
  it('is returned once and never again', async () => {
    const { id, secret } = await createKey({ name: 'secretive' });
    const rotated = await harness.call('POST', `/keys/${id}/rotations`, { body: {} });
    const { secret: second } = rotated.body as CreatedKey;
    expect(second).not.toBe(secret);
    await harness.chat(second);
    const seen = await Promise.all(
      [
        `/keys/${id}`,
        '/keys?limit=1000',
        '/keys?format=csv',
        '/audit?limit=1000',
        '/exchanges',
        '/ledger',
      ].map(async (path) => (await harness.call('GET', path)).text),
    );
    const all = [...seen, ...harness.testGateway.log].join('\n');
    expect(all).toContain(id);
    for (const word of [secret, second]) {
      expect(all).not.toContain(word);
      // The same for its random part without the prefix.
      expect(all).not.toContain(word.slice(20, 40));
    }
  });

  it('works during the overlap and not afterwards', async () => {
    const { id, secret } = await createKey();
    const body = { overlap_seconds: 60 };
    const response = await harness.call('POST', `/keys/${id}/rotations`, { body });
    expect(response.status).toBe(201);
    const { secret: second } = response.body as CreatedKey;
    expect(await harness.chat(secret)).toBe(200);
    expect(await harness.chat(second)).toBe(200);
    harness.pass(59_000);
    expect(await harness.chat(secret)).toBe(200);
    harness.pass(2_000);
    expect(await harness.chat(secret)).toBe(401);
    expect(await harness.chat(second)).toBe(200);
  });

  it('stops working immediately without an overlap', async () => {
    const { id, secret } = await createKey();
    expect(await harness.chat(secret)).toBe(200);
    const response = await harness.call('POST', `/keys/${id}/rotations`);
    expect(await harness.chat(secret)).toBe(401);
    expect(await harness.chat((response.body as CreatedKey).secret)).toBe(200);
  });

  it.each([-1, 0.5, 7_776_001, '60'])('rejects an overlap of %j seconds', async (overlap) => {
    const { id } = await createKey();
    const body = { overlap_seconds: overlap };
    const response = await harness.call('POST', `/keys/${id}/rotations`, { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param: 'overlap_seconds' } });
  });
});

describe('a key', () => {
  it('is disabled, enabled and deleted immediately', async () => {
    const { id, secret } = await createKey();
    const path = `/keys/${id}`;
    expect(await harness.chat(secret)).toBe(200);
    const disabled = await harness.call('PATCH', path, { body: { disabled: true } });
    expect(disabled.body).toMatchObject({ disabled: true, status: 'disabled' });
    expect(await harness.chat(secret)).toBe(401);
    await harness.call('PATCH', path, { body: { disabled: false } });
    expect(await harness.chat(secret)).toBe(200);
    expect((await harness.call('DELETE', path)).status).toBe(204);
    expect(await harness.chat(secret)).toBe(401);
    expect((await harness.call('GET', path)).status).toBe(404);
  });

  it('loses fields that are null and keeps absent ones', async () => {
    const { id } = await createKey({
      name: 'bound',
      models: ['m'],
      allowed_from: ['192.0.2.1'],
      limits: { concurrency: 1 },
    });
    const body = { models: null, allowed_from: null, limits: { requests_per_minute: 5 } };
    const response = await harness.call('PATCH', `/keys/${id}`, { body });
    expect(response.body).toMatchObject({
      name: 'bound',
      models: null,
      allowed_from: null,
      limits: { concurrency: null, requests_per_minute: 5 },
    });
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotations'],
  ] as const)('%s %s of one that does not exist is 404', async (method, rest) => {
    const response = await harness.call(method, `/keys/none${rest}`);
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: { code: 'key_not_found' } });
  });

  it('cannot be moved to another account', async () => {
    const { id } = await createKey();
    const body = { account_id: 'default' };
    const response = await harness.call('PATCH', `/keys/${id}`, { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param: 'account_id' } });
  });
});

describe('the audit log of keys', () => {
  it('records the actor and the changed fields', async () => {
    const { id } = await createKey({
      name: 'audited',
      limits: { quota: { amount: '1.5' } },
      expires_at: '2030-01-01T00:00:00Z',
    });
    await harness.call('PATCH', `/keys/${id}`, { body: { disabled: true } });
    await harness.call('POST', `/keys/${id}/rotations`, { body: { overlap_seconds: 5 } });
    await harness.call('DELETE', `/keys/${id}`);
    const { body } = await harness.call('GET', `/audit?subject_kind=key&subject_id=${id}`);
    const { data } = body as { data: { action: string; actor: string; detail: unknown }[] };
    const byAction = new Map(data.map((entry) => [entry.action, entry]));
    expect([...byAction.keys()].sort()).toEqual([
      'key.change',
      'key.create',
      'key.delete',
      'key.rotate',
    ]);
    expect(byAction.get('key.create')?.actor).toMatch(/^token:token-/);
    expect(byAction.get('key.create')?.detail).toMatchObject({
      name: 'audited',
      limits: { quota: { amount: '1.5', tokens: null } },
      expires_at: '2030-01-01T00:00:00.000Z',
    });
    expect(byAction.get('key.change')?.detail).toEqual({ disabled: true });
    expect(byAction.get('key.rotate')?.detail).toEqual({ overlap_seconds: 5 });
  });
});

describe('the list of keys', () => {
  it('has pages that contain each key once', async () => {
    const account = await harness.call('POST', '/accounts', { body: { name: 'many' } });
    const { id: accountId } = account.body as { id: string };
    const made = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      made.add((await createKey({ account_id: accountId })).id);
    }
    const seen: string[] = [];
    let after = '';
    do {
      const path = `/keys?account_id=${accountId}&limit=2${after}`;
      const { data, next } = (await harness.call('GET', path)).body as {
        data: { id: string }[];
        next: string | null;
      };
      expect(data.length).toBeLessThanOrEqual(2);
      seen.push(...data.map(({ id }) => id));
      after = next === null ? '' : `&after=${next}`;
    } while (after !== '');
    expect(seen.toSorted()).toEqual([...made].sort());
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=',
    'after=',
    'colour=red',
    'limit=1&limit=2',
  ])('is refused with ?%s', async (query) => {
    const response = await harness.call('GET', `/keys?${query}`);
    expect(response.status).toBe(400);
    const [name = ''] = query.split('=');
    expect(response.body).toMatchObject({ error: { param: name } });
  });
});
