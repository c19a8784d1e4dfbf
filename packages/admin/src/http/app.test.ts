import { createAdminSecret } from '@parley/core/extension';
import { chatQuestion, setStage, type Stage } from '@parley/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAdminStage } from '../testing/admin-harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setAdminStage();
});
afterAll(() => stage.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  stage.gateway.fetch(new Request(`http://parley.test${path}`, { headers }));

it('nothing of it is there without the extension', async () => {
  const plain = await setStage();
  for (const path of ['/admin/v1/keys', '/key/v1/key', '/console/', '/admin/v1/openapi.json']) {
    const response = await plain.gateway.fetch(new Request(`http://parley.test${path}`));
    expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
  }
  await plain.close();
});

describe('the record of exchanges', () => {
  it('is shown to the holder of an admin token and to nobody else', async () => {
    const { secret, hash, display } = await createAdminSecret();
    await stage.store.addAdminToken({
      id: 'adm_1',
      name: 'test',
      role: 'viewer',
      hash,
      display,
      createdAt: 0,
    });
    const asked = await stage.post('/v1/chat/completions', chatQuestion);
    const id = asked.headers.get('x-request-id') ?? '';
    const holder = { authorization: `Bearer ${stage.secret}` };
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
