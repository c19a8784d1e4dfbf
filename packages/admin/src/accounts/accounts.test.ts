import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
});
afterAll(() => harness.testGateway.close());

async function createAccount(body: object): Promise<string> {
  const response = await harness.call('POST', '/accounts', { body });
  expect(response.status, response.text).toBe(201);
  return (response.body as { id: string }).id;
}

describe('an account', () => {
  it.each([
    ['without a name', {}, 'name'],
    ['with a field that does not exist', { name: 'x', balance: 5 }, 'balance'],
    ['with an id that a path cannot hold', { name: 'x', id: 'a/b' }, 'id'],
    ['with a yes in words', { name: 'x', prepaid: 'yes' }, 'prepaid'],
  ])('%s is refused', async (_what, body, param) => {
    const response = await harness.call('POST', '/accounts', { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param } });
  });

  it('is created, read, changed and deleted', async () => {
    const id = await createAccount({ id: 'team-a', name: 'Team A', models: ['m'], prepaid: true });
    expect(id).toBe('team-a');
    const shown = await harness.call('GET', '/accounts/team-a');
    expect(shown.body).toMatchObject({
      name: 'Team A',
      models: ['m'],
      prepaid: true,
      granted: '0',
      free: '0',
    });
    const body = { name: 'A', models: null, disabled: true };
    const changed = await harness.call('PATCH', '/accounts/team-a', { body });
    expect(changed.body).toMatchObject({ name: 'A', models: null, disabled: true, prepaid: true });
    expect((await harness.call('DELETE', '/accounts/team-a')).status).toBe(204);
    expect((await harness.call('GET', '/accounts/team-a')).status).toBe(404);
  });

  it('has a unique id that is never reused', async () => {
    await createAccount({ id: 'once', name: 'x' });
    const body = { id: 'once', name: 'y' };
    expect((await harness.call('POST', '/accounts', { body })).status).toBe(409);
  });

  it('cannot be deleted while it has keys', async () => {
    const id = await createAccount({ name: 'owner' });
    const key = await harness.call('POST', '/keys', { body: { account_id: id } });
    const refused = await harness.call('DELETE', `/accounts/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'still_referred_to' } });
    await harness.call('DELETE', `/keys/${(key.body as { id: string }).id}`);
    expect((await harness.call('DELETE', `/accounts/${id}`)).status).toBe(204);
  });

  it('cannot be deleted if it is the default one', async () => {
    expect((await harness.call('DELETE', '/accounts/default')).status).toBe(409);
  });

  it('refuses all its keys while it is disabled', async () => {
    const id = await createAccount({ name: 'closed' });
    const key = await harness.call('POST', '/keys', { body: { account_id: id } });
    const { secret } = key.body as { secret: string };
    expect(await harness.chat(secret)).toBe(200);
    await harness.call('PATCH', `/accounts/${id}`, { body: { disabled: true } });
    expect(await harness.chat(secret)).toBe(401);
  });

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/top-ups', { amount: 1 }],
    ['POST', '/adjustments', { amount: 1 }],
  ] as const)('%s %s of one that does not exist is 404', async (method, rest, body) => {
    const response = await harness.call(method, `/accounts/none${rest}`, { body });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: { code: 'account_not_found' } });
  });
});

describe('money', () => {
  it('is topped up and adjusted exactly, to the nano-dollar', async () => {
    const id = await createAccount({ name: 'rich', prepaid: true });
    await harness.call('POST', `/accounts/${id}/top-ups`, {
      body: { amount: '0.000000001', note: 'a nano' },
    });
    await harness.call('POST', `/accounts/${id}/top-ups`, { body: { amount: 20 } });
    await harness.call('POST', `/accounts/${id}/adjustments`, { body: { amount: '-0.5' } });
    const { body } = await harness.call('GET', `/accounts/${id}`);
    expect(body).toMatchObject({ granted: '19.500000001', free: '19.500000001', spent: '0' });
    const ledger = await harness.call('GET', `/ledger?account_id=${id}`);
    const { data } = ledger.body as { data: { kind: string; amount: string; note: string }[] };
    expect(data.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
      'adjustment -0.5',
      'top-up 0.000000001',
      'top-up 20',
    ]);
    expect(data.find(({ amount }) => amount === '0.000000001')?.note).toBe('a nano');
    const found = await harness.call('GET', `/ledger?account_id=${id}&kind=adjustment`);
    expect((found.body as { data: unknown[] }).data).toHaveLength(1);
    const report = await harness.call('GET', '/ledger/report');
    expect(report.body).toMatchObject({ balanced: true, faults: [] });
  });

  it('is credited once per id, and audited once', async () => {
    const id = await createAccount({ name: 'twice' });
    const body = { id: 'invoice-7', amount: '5', note: 'paid' };
    const first = await harness.call('POST', `/accounts/${id}/top-ups`, { body });
    const second = await harness.call('POST', `/accounts/${id}/top-ups`, { body });
    expect(second.body).toEqual(first.body);
    expect((await harness.call('GET', `/accounts/${id}`)).body).toMatchObject({ granted: '5' });
    const audit = await harness.call('GET', `/audit?subject_kind=account&subject_id=${id}`);
    const { data } = audit.body as { data: { action: string; detail: unknown }[] };
    const topUps = data.filter(({ action }) => action === 'account.top-up');
    expect(topUps.map(({ detail }) => detail)).toEqual([
      { entry: 'invoice-7', amount: '5', note: 'paid' },
    ]);
  });

  it('with an id of another operation is rejected', async () => {
    const [id, other] = [await createAccount({ name: 'a' }), await createAccount({ name: 'b' })];
    const body = { id: 'invoice-8', amount: '5' };
    await harness.call('POST', `/accounts/${id}/top-ups`, { body });
    for (const [path, amount] of [
      [`/accounts/${id}/top-ups`, '6'],
      [`/accounts/${id}/adjustments`, '5'],
      [`/accounts/${other}/top-ups`, '5'],
    ] as const) {
      const response = await harness.call('POST', path, { body: { ...body, amount } });
      expect(response.status, path).toBe(409);
    }
    expect((await harness.call('GET', `/accounts/${other}`)).body).toMatchObject({ granted: '0' });
  });

  it.each(['0', '-1', 'ten', '1e3', '0.0000000001', 1e-10, 1e300, null, '9007200'])(
    'of %j is no top-up',
    async (amount) => {
      const response = await harness.call('POST', '/accounts/default/top-ups', {
        body: { amount },
      });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: { param: 'amount' } });
    },
  );

  it('cannot be reduced by more than the free balance', async () => {
    const id = await createAccount({ name: 'poor' });
    const body = { amount: '-1' };
    const response = await harness.call('POST', `/accounts/${id}/adjustments`, { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { code: 'out_of_range' } });
  });
});
