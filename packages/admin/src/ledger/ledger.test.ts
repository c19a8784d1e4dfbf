import { answerWith, failWith } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { settleSamples } from '@parley/core/testing';

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

describe('the ledger', () => {
  it.each([
    ['request_id=req_2', 1],
    ['kind=charge', 5],
    ['kind=top-up', 0],
    ['key_id=key_2', 1],
    ['account_id=other', 1],
    ['from=2100-01-01T00:00:00Z', 0],
    ['until=2026-01-01T00:00:00Z', 0],
  ])('is searched by ?%s', async (query, count) => {
    expect(await listIds(`/ledger?${query}`)).toHaveLength(count);
  });

  it('has pages that contain each entry once', async () => {
    const seen: string[] = [];
    let after = '';
    do {
      const { data, next } = (await harness.call('GET', `/ledger?limit=2${after}`)).body as {
        data: { id: string }[];
        next: string | null;
      };
      seen.push(...data.map(({ id }) => id));
      after = next === null ? '' : `&after=${encodeURIComponent(next)}`;
    } while (after !== '');
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('is summed again', async () => {
    expect((await harness.call('GET', '/ledger/report')).body).toMatchObject({
      balanced: true,
      entries: 5,
      spent: '0.000004',
    });
  });
});

describe('quarantined charges', () => {
  it('are charged once, when a price is set', async () => {
    const own = await createAdminHarness();
    await own.chat(own.testGateway.secret);
    const { data } = (await own.call('GET', '/exchanges?pricing=quarantined')).body as {
      data: { id: string; amount: string }[];
    };
    expect(data).toMatchObject([{ amount: '0' }]);
    const charge = async () => (await own.call('POST', '/ledger/quarantine')).body;
    expect(await charge()).toMatchObject({ charged: 0, left: 1 });
    const body = { match: 'up0/*', input: 1_000, output: 1_000 };
    await own.call('PUT', '/prices/late', { body });
    expect(await charge()).toMatchObject({ charged: 1, left: 0 });
    expect(await charge()).toMatchObject({ charged: 0, left: 0 });
    const shown = await own.call('GET', `/exchanges/${data[0]?.id ?? ''}`);
    expect(shown.body).toMatchObject({ pricing: 'priced' });
    expect(Number((shown.body as { amount: string }).amount)).toBeGreaterThan(0);
    expect((await own.call('GET', '/ledger/report')).body).toMatchObject({ balanced: true });
    await own.testGateway.close();
  });

  it('include the fees of the tools that were used', async () => {
    const own = await createAdminHarness();
    onTestFinished(() => own.testGateway.close());
    const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const rawUsage = { ...counts, server_tool_use: { web_search_requests: 3 } };
    own.testGateway.upstreams[0]?.script(answerWith({ text: 'Yes.', rawUsage }));
    await own.chat(own.testGateway.secret);
    const body = { match: 'up0/*', input: 0, output: 0, fees: { web_search: 10 } };
    await own.call('PUT', '/prices/late', { body });
    const { body: report } = await own.call('POST', '/ledger/quarantine');
    expect(report).toMatchObject({ charged: 1, amount: '0.03', left: 0 });
    expect((await own.call('GET', '/ledger/report')).body).toMatchObject({ balanced: true });
  });

  it.each([
    { priced: ['up0', 'up1'], cost: { cost_amount: '0.00017' } },
    { priced: ['up0'], cost: {} },
  ])(
    'have the price of the first target, whichever answered: $priced',
    async ({ priced, cost }) => {
      const own = await createAdminHarness({
        formats: ['chat', 'chat'],
        group: { multiplier: 1.2 },
      });
      onTestFinished(() => own.testGateway.close());
      own.testGateway.upstreams[0]?.script(failWith(500));
      await own.chat(own.testGateway.secret);
      for (const [place, upstream] of priced.entries()) {
        const rate = 10 ** place;
        const body = { match: `${upstream}/*`, input: rate, output: rate };
        await own.call('PUT', `/prices/${upstream}`, { body });
      }
      const { body } = await own.call('POST', '/ledger/quarantine');
      expect(body).toMatchObject({ charged: 1, amount: '0.0000204', left: 0 });
      expect((await own.call('GET', '/exchanges')).body).toMatchObject({
        data: [{ amount: '0.0000204', list_amount: '0.000017', ...cost }],
      });
    },
  );
});
