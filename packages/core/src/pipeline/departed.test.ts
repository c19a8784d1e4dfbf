import { getEventListeners } from 'node:events';
import { failWith, stallBeforeHead } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { createFetchTransport } from './upstream/fetch-transport.ts';
import { inputNanoUsd, plainPrices } from '../testing/format-clients.ts';
import { chatRequest, messagesRequest, type TestGatewaySettings } from '../testing/test-gateway.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';

const long = {
  ...messagesRequest,
  messages: [{ role: 'user', content: 'The upstream reads all of this. '.repeat(200) }],
};

/** Leaves while the upstream has not answered, and returns the exchange. */
async function leave(settings: TestGatewaySettings = {}) {
  const testGateway = await openTestGateway({
    formats: ['messages'],
    configuration: plainPrices,
    ...settings,
  });
  const { post, upstream, store } = testGateway;
  upstream.script(stallBeforeHead());
  const leaving = new AbortController();
  const asking = post('/v1/messages', long, { signal: leaving.signal });
  await upstream.nextRequest();
  leaving.abort();
  await asking.catch(() => undefined);
  await expect.poll(() => store.exchanges.length).toBe(1);
  expect(await store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  return store.exchanges[0];
}

describe('a client that disconnects before the response', () => {
  it('pays nothing while the upstream does not have the whole request', async () => {
    const transport = createFetchTransport();
    const send: typeof transport.send = ({ onSent: _, ...call }) => transport.send(call);
    const record = await leave({ options: { transport: { ...transport, send } } });
    expect(record).toMatchObject({ outcome: 'canceled', attempts: 1, chargedNanoUsd: 0 });
    expect(record?.usage).toBeUndefined();
  });

  it('pays nothing where its group makes that free', async () => {
    const record = await leave({ group: { departed: 'free' } });
    expect(record).toMatchObject({ outcome: 'canceled', chargedNanoUsd: 0 });
  });

  it.each([{}, { quota: { nanoUsd: 100_000_000, reset: 'none' } } as const])(
    'pays for its prompt by estimate once the upstream has it, with limits %j',
    async (limits) => {
      const record = await leave({ key: { limits } });
      expect(record).toMatchObject({ outcome: 'canceled', pricing: 'priced' });
      const { input = 0 } = record?.usage ?? {};
      expect(input).toBeGreaterThan(1_000);
      expect(record?.usage).toMatchObject({ output: 0, reasoning: 0, estimated: true });
      expect(record?.chargedNanoUsd).toBe(input * inputNanoUsd);
    },
  );

  it('never pays more than is left', async () => {
    const nanoUsd = 7_000_000;
    const record = await leave({ key: { limits: { quota: { nanoUsd, reset: 'none' } } } });
    expect(record?.chargedNanoUsd).toBeGreaterThan(0);
    expect(record?.chargedNanoUsd).toBeLessThanOrEqual(nanoUsd);
  });
});

it('a client that disconnects before a retry pays for no call that was not made', async () => {
  const leaving = new AbortController();
  const transport = createFetchTransport();
  const send: typeof transport.send = async (call) => {
    const answer = await transport.send(call);
    // The pause before the retry is longer.
    setTimeout(() => {
      leaving.abort();
    }, 10);
    return answer;
  };
  const { post, upstream, store } = await openTestGateway({
    formats: ['messages'],
    configuration: plainPrices,
    options: { transport: { ...transport, send } },
  });
  upstream.script(stallBeforeHead());
  upstream.next(failWith(503));
  await post('/v1/messages', long, { signal: leaving.signal }).catch(() => undefined);
  await expect.poll(() => store.exchanges.length).toBe(1);
  expect(store.exchanges).toMatchObject([{ outcome: 'canceled', attempts: 1, chargedNanoUsd: 0 }]);
  expect(upstream.requests).toHaveLength(1);
});

it('an upstream that does not begin a stream in time costs nothing', async () => {
  const testGateway = await openTestGateway({
    formats: ['messages'],
    configuration: plainPrices,
    upstream: { first_byte_timeout: 0.05 },
  });
  testGateway.upstream.script(stallBeforeHead());
  expect((await testGateway.post('/v1/messages', { ...long, stream: true })).status).toBe(504);
  expect(testGateway.store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
});

it.each([false, true])(
  'a signal of departure that outlives its exchange keeps nothing of it (streamed: %s)',
  async (stream) => {
    const { gateway, secret } = await openTestGateway();
    const { signal } = new AbortController();
    const request = new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ ...chatRequest, stream }),
    });
    const response = await gateway.fetch(request, { departure: signal });
    expect(response.status).toBe(200);
    await response.text();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  },
);
