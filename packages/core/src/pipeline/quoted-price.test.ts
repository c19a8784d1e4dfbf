import { answerWith, failWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { chatRequest, type TestGatewaySettings } from '../testing/test-gateway.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';

const question = {
  ...chatRequest,
  messages: [{ role: 'user', content: 'word '.repeat(1_000) }],
};
const usage = { input: 1_000, output: 100 };
/** A token of the first target costs 1,000 and 2,000 nanoUsd, one of the second ten times as much. */
const prices = [
  { match: 'up0/*', input: 1, output: 2 },
  { match: 'up1/*', input: 10, output: 20 },
];
const cheap = 1_000 * 1_000 + 100 * 2_000;
const dear = 10 * cheap;

async function call(settings: TestGatewaySettings, fails = false) {
  const testGateway = await openTestGateway({
    formats: ['chat', 'chat'],
    configuration: { prices },
    ...settings,
  });
  const { upstreams, post, store } = testGateway;
  for (const upstream of upstreams) upstream.script(answerWith({ text: 'Yes.', usage }));
  if (fails) upstreams[0]?.script(failWith(500));
  const response = await post('/v1/chat/completions', question);
  expect(response.status).toBe(200);
  expect((await store.checkLedger()).faults).toEqual([]);
  return { record: store.exchanges[0], response, store, post };
}

describe('what a caller pays', () => {
  it('is the same when another target answers, which costs more', async () => {
    const { record, store } = await call({ group: { multiplier: 1.5 } }, true);
    expect(record).toMatchObject({
      upstream: 'up1',
      listNanoUsd: cheap,
      chargedNanoUsd: 1.5 * cheap,
      costNanoUsd: dear,
      attemptRecords: [{ chargedNanoUsd: 0 }, { chargedNanoUsd: 1.5 * cheap, costNanoUsd: dear }],
    });
    const [late, early] = await store.listLedger({ limit: 10 });
    expect(late).toMatchObject({ attempt: 2, nanoUsd: 1.5 * cheap, costNanoUsd: dear });
    expect(early).toMatchObject({ attempt: 1, nanoUsd: 0, costNanoUsd: 0 });
    expect(await store.sumUsage({ by: [] })).toMatchObject([
      { chargedNanoUsd: 1.5 * cheap, costNanoUsd: dear },
    ]);
  });

  it('is the same when the upstream of the first target is known to be down', async () => {
    const running = await call({}, true);
    for (let count = 0; count < 5; count += 1) {
      await running.post('/v1/chat/completions', question);
    }
    const charged = running.store.exchanges.map(({ chargedNanoUsd }) => chargedNanoUsd);
    expect(new Set(charged)).toEqual(new Set([cheap]));
  });

  it('is the sale price of its call name, whatever the targets cost', async () => {
    const sale_prices = [{ model: 'm', input: 3, output: 4 }];
    const { record, response } = await call({
      configuration: { prices, sale_prices },
      group: { multiplier: 7 },
    });
    const sold = 1_000 * 3_000 + 100 * 4_000;
    expect(record).toMatchObject({ chargedNanoUsd: sold, listNanoUsd: sold, costNanoUsd: cheap });
    expect(response.headers.get('parley-cost')).toBe('0.0034');
  });

  it('is the sale price of its group before one for all groups', async () => {
    const sale_prices = [
      { model: 'm', group: 'default', input: 5, output: 5 },
      { model: 'm', input: 3, output: 4 },
      { model: '*', group: 'default', input: 9, output: 9 },
    ];
    const { record } = await call({ configuration: { prices, sale_prices } });
    expect(record?.chargedNanoUsd).toBe(1_100 * 5_000);
  });

  it('is nothing where it is sold for nothing, and the cost stays known', async () => {
    const sale_prices = [{ model: 'm', free: true as const }];
    const { record } = await call({ configuration: { prices, sale_prices } });
    expect(record).toMatchObject({ chargedNanoUsd: 0, pricing: 'free', costNanoUsd: cheap });
  });

  it('is known where only the sale price is, also with a limit of money', async () => {
    const { record } = await call({
      configuration: { sale_prices: [{ model: 'm', input: 1, output: 1 }] },
      key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
    });
    expect(record).toMatchObject({ chargedNanoUsd: 1_100_000, pricing: 'priced' });
    expect(record).not.toHaveProperty('costNanoUsd');
  });

  it('never exceeds a limit when a failover costs more', async () => {
    const nanoUsd = 2 * cheap + 30_000_000;
    const { record, store } = await call(
      { key: { limits: { quota: { nanoUsd, reset: 'none' } } } },
      true,
    );
    expect(record).toMatchObject({ chargedNanoUsd: cheap, costNanoUsd: dear });
    expect((await store.readKey('key_1'))?.state.spent).toBe(cheap);
  });
});

describe('a cache write without its breakdown', () => {
  const configuration = {
    prices: [{ match: '*', input: 1, output: 2, cache_write_5m: 3, cache_write_1h: 5 }],
  };
  const rawUsage = { input_tokens: 100, cache_creation_input_tokens: 500, output_tokens: 10 };

  it.each([
    ['/v1/messages', { ...question, max_tokens: 50 }],
    ['/v1/messages', { ...question, max_tokens: 50, stream: true }],
    ['/v1/chat/completions', question],
    ['/v1/chat/completions', { ...question, stream: true }],
  ])('is billed as one that lives five minutes: %s', async (path, body) => {
    const testGateway = await openTestGateway({ formats: ['messages'], configuration });
    testGateway.upstream.script(answerWith({ text: 'Yes.', rawUsage }));
    await (await testGateway.post(path, body)).text();
    expect(testGateway.store.exchanges).toMatchObject([
      {
        usage: { input: 100, cacheWrite5m: 500, cacheWrite1h: 0, output: 10 },
        chargedNanoUsd: 100 * 1_000 + 500 * 3_000 + 10 * 2_000,
      },
    ]);
  });
});

it('a tier that is named with a fingerprint is charged by the group of the fingerprint', async () => {
  const { record, post, store } = await call({
    key: { groups: ['default', 'code'] },
    groups: {
      default: {},
      code: {
        fingerprint: 'c1',
        multiplier: 3,
        tiers: [{ match: 'tier', tier: 'opus', to: 'm' }],
      },
    },
    model: 'scripted-model',
    configuration: { prices, sale_prices: [{ model: 'm', group: 'default', free: true }] },
  });
  expect(record).toMatchObject({ group: 'default', chargedNanoUsd: 0 });
  await post('/v1/chat/completions', { ...question, model: 'c1/claude-opus-4-8' });
  expect(store.exchanges[1]).toMatchObject({
    group: 'code',
    callName: 'm',
    pricing: 'priced',
    chargedNanoUsd: 3 * cheap,
  });
});
