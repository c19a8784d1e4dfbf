import { describe, expect, it } from 'vitest';
import { createAdminHarness } from '../testing/admin-harness.ts';
import { sampleRecord, sampleStart } from '@parley/core/testing';

describe('names of keys', () => {
  it('are returned with their ids, also for deleted keys', async () => {
    const harness = await createAdminHarness();
    const made = await harness.call('POST', '/keys', { body: { name: 'Laptop' } });
    const { id } = made.body as { id: string };
    const record = {
      ...{ ...sampleRecord, id: 'req_named', keyId: id, accountId: 'named' },
      startedAt: sampleStart + 1,
    };
    await harness.testGateway.store.settle({ record, charges: [], limits: {} });
    await harness.call('PATCH', `/keys/${id}`, { body: { name: 'Phone' } });
    await harness.call('DELETE', `/keys/${id}`);
    const named = { key_id: id, key_name: 'Phone' };
    expect((await harness.call('GET', '/exchanges/req_named')).body).toMatchObject(named);
    const unknown = { ...sampleRecord, keyId: 'unknown' };
    await harness.testGateway.store.settle({ record: unknown, charges: [], limits: {} });
    const list = await harness.call('GET', '/exchanges');
    expect(list.body).toMatchObject({ data: [named, { id: 'req_0', key_name: null }] });
    const sums = await harness.call('GET', '/usage?by=key&account_id=named');
    expect(sums.body).toMatchObject({ data: [named] });
    const all = await harness.call('GET', '/usage?account_id=named');
    expect(all.body).toMatchObject({ data: [{ key_id: null, key_name: null }] });
    await harness.testGateway.close();
  });
});
