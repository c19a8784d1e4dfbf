import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAdminDesk, type AdminDesk } from '../testing/admin-harness.ts';

let desk: AdminDesk;
beforeAll(async () => {
  desk = await setAdminDesk();
});
afterAll(() => desk.stage.close());

async function createAccount(body: object): Promise<string> {
  const reply = await desk.call('POST', '/accounts', { body });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { id: string }).id;
}

describe('an account', () => {
  it.each([
    ['without a name', {}, 'name'],
    ['with a field that does not exist', { name: 'x', balance: 5 }, 'balance'],
    ['with an id that a path cannot hold', { name: 'x', id: 'a/b' }, 'id'],
    ['with a yes in words', { name: 'x', prepaid: 'yes' }, 'prepaid'],
  ])('%s is refused', async (_what, body, param) => {
    const reply = await desk.call('POST', '/accounts', { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { param } });
  });

  it('is made, shown, changed and deleted', async () => {
    const id = await createAccount({ id: 'team-a', name: 'Team A', models: ['m'], prepaid: true });
    expect(id).toBe('team-a');
    const shown = await desk.call('GET', '/accounts/team-a');
    expect(shown.body).toMatchObject({
      name: 'Team A',
      models: ['m'],
      prepaid: true,
      granted: '0',
      free: '0',
    });
    const body = { name: 'A', models: null, disabled: true };
    const changed = await desk.call('PATCH', '/accounts/team-a', { body });
    expect(changed.body).toMatchObject({ name: 'A', models: null, disabled: true, prepaid: true });
    expect((await desk.call('DELETE', '/accounts/team-a')).status).toBe(204);
    expect((await desk.call('GET', '/accounts/team-a')).status).toBe(404);
  });

  it('exists once, and its id is never given out again', async () => {
    await createAccount({ id: 'once', name: 'x' });
    const body = { id: 'once', name: 'y' };
    expect((await desk.call('POST', '/accounts', { body })).status).toBe(409);
  });

  it('stays while keys belong to it', async () => {
    const id = await createAccount({ name: 'owner' });
    const key = await desk.call('POST', '/keys', { body: { account_id: id } });
    const refused = await desk.call('DELETE', `/accounts/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'still_referred_to' } });
    await desk.call('DELETE', `/keys/${(key.body as { id: string }).id}`);
    expect((await desk.call('DELETE', `/accounts/${id}`)).status).toBe(204);
  });

  it('that is the default one stays for ever', async () => {
    expect((await desk.call('DELETE', '/accounts/default')).status).toBe(409);
  });

  it('that is disabled lets none of its keys in', async () => {
    const id = await createAccount({ name: 'closed' });
    const key = await desk.call('POST', '/keys', { body: { account_id: id } });
    const { secret } = key.body as { secret: string };
    expect(await desk.chat(secret)).toBe(200);
    await desk.call('PATCH', `/accounts/${id}`, { body: { disabled: true } });
    expect(await desk.chat(secret)).toBe(401);
  });

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/top-ups', { amount: 1 }],
    ['POST', '/adjustments', { amount: 1 }],
  ] as const)('%s %s of one that does not exist is 404', async (method, rest, body) => {
    const reply = await desk.call(method, `/accounts/none${rest}`, { body });
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ error: { code: 'account_not_found' } });
  });
});

describe('money', () => {
  it('goes in and is corrected, to the nano-dollar', async () => {
    const id = await createAccount({ name: 'rich', prepaid: true });
    await desk.call('POST', `/accounts/${id}/top-ups`, {
      body: { amount: '0.000000001', note: 'a nano' },
    });
    await desk.call('POST', `/accounts/${id}/top-ups`, { body: { amount: 20 } });
    await desk.call('POST', `/accounts/${id}/adjustments`, { body: { amount: '-0.5' } });
    const { body } = await desk.call('GET', `/accounts/${id}`);
    expect(body).toMatchObject({ granted: '19.500000001', free: '19.500000001', spent: '0' });
    const ledger = await desk.call('GET', `/ledger?account_id=${id}`);
    const { data } = ledger.body as { data: { kind: string; amount: string; note: string }[] };
    expect(data.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
      'adjustment -0.5',
      'top-up 0.000000001',
      'top-up 20',
    ]);
    expect(data.find(({ amount }) => amount === '0.000000001')?.note).toBe('a nano');
    const found = await desk.call('GET', `/ledger?account_id=${id}&kind=adjustment`);
    expect((found.body as { data: unknown[] }).data).toHaveLength(1);
    const report = await desk.call('GET', '/ledger/report');
    expect(report.body).toMatchObject({ balanced: true, faults: [] });
  });

  it('told twice under one id counts once, in the audit log too', async () => {
    const id = await createAccount({ name: 'twice' });
    const body = { id: 'invoice-7', amount: '5', note: 'paid' };
    const first = await desk.call('POST', `/accounts/${id}/top-ups`, { body });
    const second = await desk.call('POST', `/accounts/${id}/top-ups`, { body });
    expect(second.body).toEqual(first.body);
    expect((await desk.call('GET', `/accounts/${id}`)).body).toMatchObject({ granted: '5' });
    const audit = await desk.call('GET', `/audit?subject_kind=account&subject_id=${id}`);
    const { data } = audit.body as { data: { action: string; detail: unknown }[] };
    const topUps = data.filter(({ action }) => action === 'account.top-up');
    expect(topUps.map(({ detail }) => detail)).toEqual([
      { entry: 'invoice-7', amount: '5', note: 'paid' },
    ]);
  });

  it('under an id that stands for something else is refused', async () => {
    const [id, other] = [await createAccount({ name: 'a' }), await createAccount({ name: 'b' })];
    const body = { id: 'invoice-8', amount: '5' };
    await desk.call('POST', `/accounts/${id}/top-ups`, { body });
    for (const [path, amount] of [
      [`/accounts/${id}/top-ups`, '6'],
      [`/accounts/${id}/adjustments`, '5'],
      [`/accounts/${other}/top-ups`, '5'],
    ] as const) {
      const reply = await desk.call('POST', path, { body: { ...body, amount } });
      expect(reply.status, path).toBe(409);
    }
    expect((await desk.call('GET', `/accounts/${other}`)).body).toMatchObject({ granted: '0' });
  });

  it.each(['0', '-1', 'ten', '1e3', '0.0000000001', 1e-10, 1e300, null, '9007200'])(
    'of %j is no top-up',
    async (amount) => {
      const reply = await desk.call('POST', '/accounts/default/top-ups', { body: { amount } });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { param: 'amount' } });
    },
  );

  it('that is not there cannot be taken away', async () => {
    const id = await createAccount({ name: 'poor' });
    const body = { amount: '-1' };
    const reply = await desk.call('POST', `/accounts/${id}/adjustments`, { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 'out_of_range' } });
  });
});

describe('tokens', () => {
  it('are made, shown without their secret, and taken away', async () => {
    const made = await desk.call('POST', '/tokens', { body: { name: 'ci', role: 'viewer' } });
    expect(made.status).toBe(201);
    const { id, secret } = made.body as { id: string; secret: string };
    expect((await desk.call('GET', '/accounts', { secret })).status).toBe(200);
    const seen = [
      await desk.call('GET', '/tokens'),
      await desk.call('GET', '/tokens?format=csv'),
      await desk.call('GET', '/audit'),
    ].map(({ text }) => text);
    expect(seen.join()).toContain(id);
    expect(seen.join()).not.toContain(secret.slice(20, 40));
    expect((await desk.call('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect((await desk.call('GET', '/accounts', { secret })).status).toBe(401);
    expect((await desk.call('DELETE', `/tokens/${id}`)).status).toBe(404);
  });

  it('only read unless something else is said, and have no other role', async () => {
    const made = await desk.call('POST', '/tokens');
    expect(made.body).toMatchObject({ role: 'viewer' });
    const refused = await desk.call('POST', '/tokens', { body: { role: 'root' } });
    expect(refused.body).toMatchObject({ error: { param: 'role' } });
  });
});
