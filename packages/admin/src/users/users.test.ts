import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAdminDesk, type AdminDesk } from '../testing/admin-harness.ts';

let desk: AdminDesk;
beforeAll(async () => {
  desk = await setAdminDesk();
});
afterAll(() => desk.stage.close());

async function invite(body: unknown) {
  return desk.call('POST', '/users', { body });
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
    const changed = await desk.call('PATCH', path, { body: { role: 'admin', disabled: true } });
    expect(changed.body).toMatchObject({ role: 'admin', disabled: true });
    expect((await desk.call('PATCH', path, { body: { email: 'x@y.z' } })).status).toBe(400);
    expect((await desk.call('GET', '/users')).body).toMatchObject({ data: [changed.body] });
    expect((await desk.call('DELETE', path)).status).toBe(204);
    expect((await desk.call('DELETE', path)).status).toBe(404);
    expect((await desk.call('PATCH', path, { body: {} })).status).toBe(404);
  });

  it('are listed page by page', async () => {
    for (const name of ['a', 'b', 'c']) await invite({ email: `${name}@example.org` });
    const first = (await desk.call('GET', '/users?limit=2')).body as { next: string };
    const rest = await desk.call('GET', `/users?limit=2&after=${first.next}`);
    expect(first).toMatchObject({ data: [{}, {}] });
    expect(rest.body).toMatchObject({ data: [{}], next: null });
  });

  it('stand in the audit log with who invited them', async () => {
    const created = await invite({ email: 'grace@example.org', role: 'admin' });
    const { id } = created.body as { id: string };
    const log = await desk.call('GET', `/audit?subject_kind=user&subject_id=${id}`);
    expect(log.body).toMatchObject({
      data: [{ action: 'user.create', detail: { email: 'grace@example.org', role: 'admin' } }],
    });
  });
});
