import { failWith, holdHead, jsonReply } from '@parley/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPrice } from '../../models/pricing/price.ts';
import { configurationSchema } from '../../configuration/schema.ts';
import { createGateway } from '../../gateway.ts';
import { id, openBackgroundGateway, question, stateOf } from '../../testing/background-gateway.ts';
import type { KeyLimits } from '../../store/index.ts';
import { reservedAmount } from './pending-reservation.ts';
import type { PendingExchange } from './pending-response.ts';

const large = { nanoUsd: 1_000_000_000, tokens: 1_000_000, reset: 'none' } as const;

/** A gateway with a response whose reservation has expired, as after the end of the process that made it. */
async function loseReservation(limits: KeyLimits = { quota: large }) {
  const testGateway = await openBackgroundGateway({ key: { limits } });
  const { post, store, gateway, pass } = testGateway;
  const begun = await post('/v1/responses', question);
  const before = (await store.readKey('key_1'))?.state;
  await store.release(begun.headers.get('x-request-id') ?? '');
  return {
    ...testGateway,
    before,
    requestId: begun.headers.get('x-request-id'),
    readState: async () => (await store.readKey('key_1'))?.state,
    maintain: async () => {
      pass(15_000);
      await gateway.maintain();
    },
  };
}

type Shared = Pick<
  Awaited<ReturnType<typeof openBackgroundGateway>>,
  'store' | 'clock' | 'upstream'
>;

/** Another gateway on the same store. */
function createOther({ store, clock, upstream }: Shared) {
  const up0 = { provider: 'openai', dialect: 'openai-responses', base_url: `${upstream.url}/v1` };
  const configuration = configurationSchema.parse({ upstreams: { up0 } });
  const other = createGateway({ store, clock, configuration });
  onTestFinished(() => other.close());
  return other;
}

describe('the reservation of a background response', () => {
  it('is made again when it has expired', async () => {
    const { before, readState, maintain } = await loseReservation();
    expect(await readState()).toMatchObject({ running: 0, reservedNanoUsd: 0 });
    await maintain();
    const { reservedNanoUsd = 0, reservedTokens } = before ?? {};
    expect(reservedNanoUsd).toBeGreaterThan(0);
    expect(await readState()).toMatchObject({ running: 1, reservedNanoUsd, reservedTokens });
  });

  it('is made again while the upstream does not say how the response is', async () => {
    const { readState, maintain, upstream } = await loseReservation();
    upstream.script(failWith(500));
    await maintain();
    expect((await readState())?.running).toBe(1);
  });

  it('is made again although its key is gone', async () => {
    const { readState, maintain, store } = await loseReservation();
    const gone = vi.spyOn(store, 'readKey').mockResolvedValue(undefined);
    await maintain();
    gone.mockRestore();
    expect((await readState())?.running).toBe(1);
  });

  it('takes what is left when its key has nothing left', async () => {
    const { readState, maintain, store } = await loseReservation({
      ...{ quota: large, requestsPerMinute: 1 },
    });
    const quota = { nanoUsd: 0, tokens: 0, reset: 'none' } as const;
    await store.changeKey('key_1', { limits: { quota, requestsPerMinute: 1 } });
    await maintain();
    expect(await readState()).toMatchObject({ running: 1, reservedNanoUsd: 0, reservedTokens: 0 });
  });

  it.each(['nanoUsd', 'tokens'] as const)(
    'takes what is left when other requests have reserved all %s',
    async (name) => {
      const { readState, maintain, store } = await loseReservation();
      const amounts = { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 };
      const other = await store.reserve({
        ...{ id: 'other', keyId: 'key_1', accountId: 'default', limits: { quota: large } },
        ...{ owner: 'other', lifeMs: 600_000, last: false },
        amounts: { ...amounts, [name]: large[name] },
      });
      expect(other.kind).toBe('granted');
      await maintain();
      expect((await readState())?.running).toBe(2);
    },
  );

  it('is logged and left to the next run when the store fails', async () => {
    const { readState, maintain, store, log, requestId } = await loseReservation();
    const failing = vi.spyOn(store, 'extendReservation').mockRejectedValue(new Error('down'));
    await maintain();
    const line = log.find((one) => one.includes('could not be renewed')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ request_id: requestId });
    failing.mockRestore();
    await maintain();
    expect((await readState())?.running).toBe(1);
  });

  it('is made again by the next process, which keeps it from then on', async () => {
    const testGateway = await loseReservation();
    const { readState, store, pass, gateway } = testGateway;
    await gateway.close();
    const next = createOther(testGateway);
    await next.maintain();
    expect((await readState())?.running).toBe(1);
    const renewed = vi.spyOn(store, 'renewReservations');
    pass(15_000);
    await next.maintain();
    expect(renewed).toHaveBeenCalledOnce();
  });

  it('is no longer renewed once another process has charged the response', async () => {
    const testGateway = await openBackgroundGateway({ key: { limits: { quota: large } } });
    const { begin, store, pass, gateway, remote, log } = testGateway;
    await begin();
    await gateway.maintain();
    const renewed = vi.spyOn(store, 'renewReservations');
    const other = createOther(testGateway);
    remote.now = stateOf('completed');
    await other.maintain();
    expect(store.exchanges).toHaveLength(1);
    const find = vi.spyOn(store, 'listPendingResponses').mockRejectedValueOnce(new Error('down'));
    pass(15_000);
    await gateway.maintain();
    expect(log.join()).toContain('could not be listed');
    find.mockRestore();
    pass(15_000);
    await gateway.maintain();
    renewed.mockClear();
    pass(15_000);
    await gateway.maintain();
    expect(renewed).not.toHaveBeenCalled();
  });

  it('is not left behind when another process charges the response while this one asks', async () => {
    const testGateway = await openBackgroundGateway({ key: { limits: { quota: large } } });
    const { begin, call, store, upstream, remote } = testGateway;
    await begin({ ...question, input: 'Research this. '.repeat(40), max_output_tokens: 1_000 });
    // More than is reserved, so that more is reserved before it is charged.
    const usage = { input_tokens: 500, output_tokens: 1_000 };
    remote.now = stateOf('completed', { usage });
    upstream.next(holdHead(jsonReply(remote.now)));
    const asking = call('GET', `/${id}`);
    await upstream.whenHeld();
    await createOther(testGateway).maintain();
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 2_500_000 }]);
    upstream.release();
    await asking;
    expect(store.exchanges).toHaveLength(1);
    expect((await store.readKey('key_1'))?.state).toMatchObject({ running: 0, reservedNanoUsd: 0 });
  });

  it('is released when another process had charged the response before it was made again', async () => {
    const testGateway = await openBackgroundGateway({ key: { limits: { quota: large } } });
    const { begin, store, pass, gateway, upstream, remote } = testGateway;
    await begin();
    const stale = await store.findResponse('key_1', id);
    vi.spyOn(store, 'findResponse').mockImplementationOnce(async () => {
      remote.now = stateOf('completed');
      await createOther(testGateway).maintain();
      upstream.script(failWith(500));
      return stale;
    });
    await gateway.maintain();
    expect(store.exchanges).toHaveLength(1);
    for (let run = 0; run < 2; run += 1) {
      pass(15_000);
      await gateway.maintain();
    }
    expect((await store.readKey('key_1'))?.state).toMatchObject({ running: 0, reservedNanoUsd: 0 });
  });

  it('is renewed while the response cannot be read', async () => {
    const testGateway = await openBackgroundGateway({ key: { limits: { quota: large } } });
    const { begin, store, pass, gateway } = testGateway;
    await begin();
    await gateway.maintain();
    vi.spyOn(store, 'findResponse').mockRejectedValue(new Error('down'));
    const renewed = vi.spyOn(store, 'renewReservations');
    for (let run = 0; run < 2; run += 1) {
      pass(15_000);
      await gateway.maintain();
    }
    expect(renewed).toHaveBeenCalledTimes(2);
  });

  it('is not kept where its key may run no other request beside those that it runs', async () => {
    const limits = { quota: large, concurrency: 1 };
    const { readState, maintain, store } = await loseReservation(limits);
    const other = await store.reserve({
      ...{ id: 'other', keyId: 'key_1', accountId: 'default', limits },
      ...{ owner: 'other', lifeMs: 600_000, last: false },
      amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 },
    });
    expect(other.kind).toBe('granted');
    await maintain();
    expect((await readState())?.running).toBe(1);
    const renewed = vi.spyOn(store, 'renewReservations');
    await maintain();
    expect(renewed).not.toHaveBeenCalled();
  });
});

it('what was reserved for a response includes the fees of its tools', () => {
  const price = readPrice({ input: 1, output: 2, fees: { web_search: 10 } }, 'test');
  const quote = { price, multiplier: 1_000_000, isSalePrice: false };
  const budget = { outputTokens: 500, most: { outputTokens: 500 }, toolUses: { web_search: 5 } };
  const exchange = { quote, promptTokens: 100 } as PendingExchange;
  expect(reservedAmount(exchange, budget)).toEqual({ nanoUsd: 51_100_000, tokens: 600 });
});
