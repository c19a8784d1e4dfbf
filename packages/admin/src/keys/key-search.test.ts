import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
afterAll(() => harness.testGateway.close());

describe('a list of keys', () => {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    harness = await createAdminHarness();
    const bodies = [
      { name: 'Running', limits: { quota: { amount: '1' } } },
      { name: 'Used up', limits: { quota: { amount: '0' } } },
      { name: 'Over', expires_at: '2020-01-01T00:00:00Z' },
      { name: 'Off 100%' },
    ];
    for (const body of bodies) {
      const { id } = (await harness.call('POST', '/keys', { body })).body as { id: string };
      ids.set(id, body.name);
      if (body.name.startsWith('Off')) {
        await harness.call('PATCH', `/keys/${id}`, { body: { disabled: true } });
      }
    }
  });

  it.each([
    ['status=active', ['Running', 'test']],
    ['status=quota_exhausted', ['Used up']],
    ['status=expired', ['Over']],
    ['status=disabled', ['Off 100%']],
    ['status=disabled&query=run', []],
    ['query=USED', ['Used up']],
    ['query=0%25', ['Off 100%']],
    ['query=_', ['test']],
    ['query=%C3%A9', []],
    ['group=default&status=expired', ['Over']],
    ['group=other', []],
  ])('found by ?%s', async (query, names) => {
    const response = await harness.call('GET', `/keys?${query}`);
    const { data, next } = response.body as { data: { name: string }[]; next: unknown };
    expect(data.map(({ name }) => name).sort()).toEqual(names);
    expect(next).toBeNull();
  });

  it('has only keys that expire soon and were made for longer, when told', async () => {
    const other = await createAdminHarness();
    const dayMs = 86_400_000;
    for (const days of [2, 4, 9]) {
      const expires = new Date(Date.now() + days * dayMs).toISOString();
      await other.call('POST', '/keys', { body: { name: `${days} days`, expires_at: expires } });
    }
    other.pass(1.5 * dayMs);
    const response = await other.call('GET', '/keys?expires_within_days=3&status=active');
    expect(response.body).toMatchObject({ data: [{ name: '4 days' }], next: null });
    await other.testGateway.close();
  });

  it('has pages when filtered by status', async () => {
    const first = await harness.call('GET', '/keys?status=active&limit=1');
    const { data, next } = first.body as { data: { id: string }[]; next: string };
    const second = await harness.call('GET', `/keys?status=active&limit=1&after=${next}`);
    const more = (second.body as { data: { id: string }[] }).data;
    const found = [...data, ...more].map(({ id }) => ids.get(id) ?? 'test');
    expect(found.sort()).toEqual(['Running', 'test']);
  });

  it.each([
    ['status=gone', 'status'],
    ['expires_within_days=0', 'expires_within_days'],
    ['query=', 'query'],
    [`query=${'x'.repeat(201)}`, 'query'],
  ])('is refused by ?%s', async (query, param) => {
    const response = await harness.call('GET', `/keys?${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param } });
  });
});
