import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
});
afterAll(() => harness.testGateway.close());

async function invite(body: unknown) {
  return harness.call('POST', '/users', { body });
}

describe('users', () => {
  it.each([
    ['no address', {}],
    ['a name for an address', { email: 'ada' }],
    ['two addresses in one', { email: 'ada@example.org,eve@example.com' }],
    ['an address with a space', { email: 'a da@example.org' }],
    ['an address in letters that look alike', { email: 'ada@exampl\u0435.org' }],
    ['another role', { email: 'ada@example.org', role: 'owner' }],
    ['something more', { email: 'ada@example.org', disabled: true }],
  ])('are not invited with %s', async (_, body) => {
    expect((await invite(body)).status).toBe(400);
  });

  it('are invited, changed and deleted', async () => {
    const created = await invite({ email: ' Ada@Example.ORG' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...{ object: 'user', email: 'ada@example.org', name: null, role: 'viewer', disabled: false },
      last_signed_in_at: null,
    });
    expect((await invite({ email: 'ada@example.org' })).status).toBe(409);
    const path = `/users/${(created.body as { id: string }).id}`;
    const changed = await harness.call('PATCH', path, { body: { role: 'admin', disabled: true } });
    expect(changed.body).toMatchObject({ role: 'admin', disabled: true });
    expect((await harness.call('PATCH', path, { body: { email: 'x@y.z' } })).status).toBe(400);
    expect((await harness.call('GET', '/users')).body).toMatchObject({ data: [changed.body] });
    expect((await harness.call('DELETE', path)).status).toBe(204);
    expect((await harness.call('DELETE', path)).status).toBe(404);
    expect((await harness.call('PATCH', path, { body: {} })).status).toBe(404);
  });

  it('are listed page by page', async () => {
    for (const name of ['a', 'b', 'c']) await invite({ email: `${name}@example.org` });
    const first = (await harness.call('GET', '/users?limit=2')).body as { next: string };
    const rest = await harness.call('GET', `/users?limit=2&after=${first.next}`);
    expect(first).toMatchObject({ data: [{}, {}] });
    expect(rest.body).toMatchObject({ data: [{}], next: null });
  });

  it('are recorded in the audit log with the user who invited them', async () => {
    const created = await invite({ email: 'grace@example.org', role: 'admin' });
    const { id } = created.body as { id: string };
    const log = await harness.call('GET', `/audit?subject_kind=user&subject_id=${id}`);
    expect(log.body).toMatchObject({
      data: [{ action: 'user.create', detail: { email: 'grace@example.org', role: 'admin' } }],
    });
  });
});
