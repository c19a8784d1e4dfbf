import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { createRecord, sampleStart, settleSamples, startTestGateway } from '@parley/core/testing';
import { listExchanges } from './exchanges.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
  await settleSamples(harness.testGateway);
});
afterAll(() => harness.testGateway.close());

async function listIds(path: string): Promise<string[]> {
  const response = await harness.call('GET', path);
  expect(response.status, response.text).toBe(200);
  return (response.body as { data: { id: string }[] }).data.map(({ id }) => id);
}

describe('exchanges', () => {
  it.each([
    ['', ['req_4', 'req_3', 'req_2', 'req_1', 'req_0']],
    ['key_id=key_2', ['req_1']],
    ['account_id=other', ['req_2']],
    ['group=team', ['req_2']],
    ['model=%40sum', ['req_4']],
    ['upstream=up1', ['req_3']],
    ['outcome=failed', ['req_1']],
    ['pricing=free', ['req_2']],
    ['from=2026-11-20T12:03:00Z', ['req_4', 'req_3']],
    ['until=2026-11-20T12:01:00Z', ['req_0']],
    ['from=2026-11-20T13:01:00%2B01:00&until=2026-11-20T12:03:00Z', ['req_2', 'req_1']],
    ['key_id=key_1&outcome=canceled', ['req_4']],
    ['status=5xx', ['req_1']],
    ['status=499', ['req_4']],
    ['status=2xx&until=2026-11-20T12:01:00Z', ['req_0']],
    ['min_amount=0.000001', ['req_4', 'req_3', 'req_1', 'req_0']],
    ['min_amount=0.000002', []],
    ['min_first_byte_ms=5&upstream=up1', ['req_3']],
    ['min_first_byte_ms=6', []],
    ['query=SAY%20%22', ['req_3']],
    ['query=Q_2', ['req_2']],
    ['query=%25', []],
    ['key_id=nobody', []],
  ])('are found by ?%s, newest first', async (query, ids) => {
    expect(await listIds(`/exchanges?${query}`)).toEqual(ids);
  });

  it.each([
    ['outcome=lost', 'outcome'],
    ['from=yesterday', 'from'],
    ['after=nonsense', 'after'],
    ['color=red', 'color'],
    ['format=xml', 'format'],
    ['limit=1e9', 'limit'],
    ['status=6xx', 'status'],
    ['status=4x', 'status'],
    ['min_amount=-1', 'min_amount'],
    ['min_amount=much', 'min_amount'],
    ['min_first_byte_ms=-1', 'min_first_byte_ms'],
    ['min_first_byte_ms=0.5', 'min_first_byte_ms'],
    ['query=', 'query'],
    [`query=${'x'.repeat(201)}`, 'query'],
  ])('are not looked for by ?%s', async (query, param) => {
    for (const more of ['', '&format=csv']) {
      if (query.startsWith('format') && more !== '') continue;
      const response = await harness.call('GET', `/exchanges?${query}${more}`);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: { param } });
    }
  });

  it('are listed in pages', async () => {
    const first = await harness.call('GET', '/exchanges?limit=3');
    const { next } = first.body as { next: string };
    expect(await listIds(`/exchanges?limit=3&after=${next}`)).toEqual(['req_1', 'req_0']);
    const all = await harness.call('GET', '/exchanges?limit=1000');
    expect(all.body).toMatchObject({ object: 'list', next: null });
  });

  it.each([0, 1, 2, 3, 4, 100])(
    'are found page by page when %d more are searched at once',
    async (atOnce) => {
      for (const filter of [{ query: 'REQ' }, { outcome: 'failed' as const }, { model: '@sum' }]) {
        for (const limit of [1, 2, 100]) {
          const whole = await listExchanges(harness.testGateway, { ...filter, limit: 100 });
          const found: string[] = [];
          let after: string | undefined;
          do {
            const query = { ...filter, limit, ...(after !== undefined && { after }) };
            const { data, next } = await listExchanges(harness.testGateway, query, atOnce);
            found.push(...data.map(({ id }) => id));
            after = next ?? undefined;
          } while (after !== undefined);
          expect(found).toEqual(whole.data.map(({ id }) => id));
        }
      }
    },
  );

  it('of the same millisecond are searched together', async () => {
    const { store } = await startTestGateway();
    for (const id of ['a', 'b', 'c', 'd']) {
      const record = createRecord({ id, startedAt: sampleStart + (id === 'd' ? 1 : 0) });
      await store.settle({ record, charges: [], limits: {} });
    }
    const first = await listExchanges({ store }, { query: 'b', limit: 5 }, 1);
    expect(first).toMatchObject({ data: [{ id: 'b' }], next: `${sampleStart}_` });
    const after = first.next ?? '';
    expect(await listExchanges({ store }, { query: 'b', limit: 5, after }, 1)).toEqual({
      data: [],
      next: null,
    });
  });

  it('are shown one by one, with their cost explained', async () => {
    expect((await harness.call('GET', '/exchanges/req_0')).body).toMatchObject({
      model: 'm',
      amount: '0.000001',
      tokens: { input: 10, cache_read: 5, output: 3 },
      started_at: '2026-11-20T12:00:00.000Z',
    });
    const cost = await harness.call('GET', '/exchanges/req_0/cost');
    expect(cost.body).toMatchObject({ exchange: { id: 'req_0' }, attempts: [{ entry: {} }] });
    for (const path of ['/exchanges/none', '/exchanges/none/cost']) {
      expect((await harness.call('GET', path)).status).toBe(404);
    }
  });
});
