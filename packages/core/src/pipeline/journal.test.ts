import { answerWith } from '@parley/testkit';
import { expect, it } from 'vitest';
import type { SettlementOutbox } from '../ports.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { chatRequest, type TestGatewaySettings } from '../testing/test-gateway.ts';

const path = '/v1/chat/completions';
const prices = [{ match: '*/*', input: 1, output: 10 }];

/** A gateway with an outbox in memory. */
async function arrange({ options, ...settings }: TestGatewaySettings = {}) {
  const held = new Map<string, string>();
  const done = () => Promise.resolve();
  const outbox: SettlementOutbox = {
    append: async (id, text) => {
      held.set(id, text);
    },
    readLeft: async () => [],
    remove: async (ids) => {
      for (const id of ids) held.delete(id);
    },
    ...{ sync: done, close: done },
  };
  const testGateway = await openTestGateway({ ...settings, options: { outbox, ...options } });
  testGateway.upstream.script(answerWith({ text: 'Yes.', usage: { input: 12, output: 20 } }));
  return { ...testGateway, held };
}

it('a caller sees the usage of its last call at once, although the store gets it later', async () => {
  const { post, store, held, gateway, secret } = await arrange({ configuration: { prices } });
  const answer = await post(path, chatRequest);
  await answer.text();
  expect([store.exchanges.length, held.size]).toEqual([0, 1]);
  const id = answer.headers.get('x-request-id') ?? '';
  const usage = await gateway.fetch(
    new Request(`http://parley.test/v1/usage?request_id=${id}`, {
      headers: { authorization: `Bearer ${secret}` },
    }),
  );
  expect(await usage.text()).toContain('"actual_cost":0.000212');
  expect([store.exchanges.length, held.size]).toEqual([1, 0]);
});

it('a call gets the slot of the call before it, whose end the store does not have yet', async () => {
  const { post, store } = await arrange({ key: { limits: { concurrency: 1 } } });
  for (let call = 0; call < 3; call += 1) {
    const answer = await post(path, chatRequest);
    expect(answer.status).toBe(200);
    await answer.text();
  }
  expect(store.exchanges.length).toBeGreaterThanOrEqual(2);
});

it('a call gets the slot of the call before it at another gateway', async () => {
  const first = await arrange({ key: { limits: { concurrency: 1 } } });
  const second = await arrange({ options: { store: first.store } });
  const headers = { authorization: `Bearer ${first.secret}` };
  await (await first.post(path, chatRequest)).text();
  expect((await second.post(path, chatRequest, { headers })).status).toBe(200);
});

it('with `durability: power`, the end of a call waits for the store', async () => {
  const { post, store, held } = await arrange({ configuration: { durability: 'power' } });
  await (await post(path, chatRequest)).text();
  expect([store.exchanges.length, held.size]).toEqual([1, 0]);
});

it('a closed gateway has everything in the store', async () => {
  const { post, store, gateway } = await arrange();
  await (await post(path, chatRequest)).text();
  await gateway.close();
  expect(store.exchanges).toHaveLength(1);
});
