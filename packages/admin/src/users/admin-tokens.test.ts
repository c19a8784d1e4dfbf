import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
});
afterAll(() => harness.testGateway.close());

describe('admin tokens', () => {
  it('are created, listed without their secret, and deleted', async () => {
    const made = await harness.call('POST', '/tokens', { body: { name: 'ci', role: 'viewer' } });
    expect(made.status).toBe(201);
    const { id, secret } = made.body as { id: string; secret: string };
    expect((await harness.call('GET', '/accounts', { secret })).status).toBe(200);
    const seen = [
      await harness.call('GET', '/tokens'),
      await harness.call('GET', '/tokens?format=csv'),
      await harness.call('GET', '/audit'),
    ].map(({ text }) => text);
    expect(seen.join()).toContain(id);
    expect(seen.join()).not.toContain(secret.slice(20, 40));
    expect((await harness.call('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect((await harness.call('GET', '/accounts', { secret })).status).toBe(401);
    expect((await harness.call('DELETE', `/tokens/${id}`)).status).toBe(404);
  });

  it('have the role viewer by default, and no other role than the two', async () => {
    const made = await harness.call('POST', '/tokens');
    expect(made.body).toMatchObject({ role: 'viewer' });
    const refused = await harness.call('POST', '/tokens', { body: { role: 'root' } });
    expect(refused.body).toMatchObject({ error: { param: 'role' } });
  });
});
