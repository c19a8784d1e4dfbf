import { failWith } from '@parley/testkit';
import { describe, expect, it, vi } from 'vitest';
import { id, openBackgroundGateway, question, stateOf } from '../../testing/background-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';
import type { PendingExchange } from './pending-response.ts';
import type { StoredResponse } from '../../store/index.ts';

const day = 24 * 60 * 60 * 1_000;

describe('responses that nobody asks for', () => {
  it('are asked for every 15 seconds', async () => {
    const { begin, gateway, remote, pass } = await openBackgroundGateway();
    await begin();
    await gateway.maintain();
    pass(14_999);
    await gateway.maintain();
    expect(remote.asked).toHaveLength(2);
    pass(1);
    await gateway.maintain();
    expect(remote.asked).toHaveLength(3);
  });

  it('are asked for eight at a time, and a thousand in one run, which no other run overlaps', async () => {
    const { store, gateway, pass } = await openBackgroundGateway();
    const asked: number[] = [];
    store.listPendingResponses = (most) => {
      asked.push(most);
      const ids = Array.from({ length: 20 }, (_, index) => `resp_${String(index)}`);
      return Promise.resolve(ids.map((one) => ({ keyId: 'key_1', id: one })));
    };
    const waiting: (() => void)[] = [];
    store.findResponse = () =>
      new Promise<StoredResponse | undefined>((resolve) => {
        waiting.push(() => {
          resolve(undefined);
        });
      });
    const running = gateway.maintain();
    await expect.poll(() => waiting.length).toBe(8);
    pass(60_000);
    await gateway.maintain();
    expect(asked).toEqual([1_000]);
    const counts: number[] = [];
    const finish = async (run: Promise<void>): Promise<void> => {
      while (waiting.length > 0) {
        counts.push(waiting.length);
        for (const end of waiting.splice(0)) end();
        await new Promise(setImmediate);
      }
      await run;
    };
    await finish(running);
    expect(counts).toEqual([8, 8, 4]);
    const next = gateway.maintain();
    await expect.poll(() => waiting.length).toBe(8);
    await finish(next);
    expect(asked).toEqual([1_000, 1_000]);
  });

  it('are asked for in the next run when the store fails, which is logged', async () => {
    const { store, begin, gateway, remote, pass, log } = await openBackgroundGateway();
    await begin();
    const { listPendingResponses } = store;
    store.listPendingResponses = () => Promise.reject(new Error('no connection'));
    await gateway.maintain();
    expect(log.join('\n')).toContain('Background responses could not be listed.');
    store.listPendingResponses = listPendingResponses;
    pass(15_000);
    await gateway.maintain();
    expect(remote.asked).toHaveLength(2);
  });

  it('stay pending when their upstream fails, which is logged with its reason', async () => {
    const { begin, gateway, upstream, store, log } = await openBackgroundGateway();
    await begin();
    upstream.script(failWith(500, { code: 'broken' }));
    await gateway.maintain();
    const line = log.find((one) => one.includes('could not be asked for')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      ...{ level: 'warn', response_id: id, key_id: 'key_1', reason: expect.any(String) as string },
    });
    expect(store.exchanges).toEqual([]);
  });

  it('are given up after exactly a day, also when their upstream cannot cancel them', async () => {
    const { begin, gateway, upstream, store, pass, log } = await openBackgroundGateway();
    await begin();
    pass(day - 15_000);
    await gateway.maintain();
    expect(store.exchanges).toEqual([]);
    pass(15_000);
    upstream.script(failWith(500));
    await gateway.maintain();
    expect(upstream.requests.at(-1)?.target).toBe(`/v1/responses/${id}/cancel`);
    expect(store.exchanges).toMatchObject([{ errorReason: 'response_overdue', outcome: 'failed' }]);
    const line = log.find((one) => one.includes('did not end within a day')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      ...{ response_id: id, key_id: 'key_1', request_id: store.exchanges[0]?.id, upstream: 'up0' },
    });
  });

  it('are no longer pending for a run that finds them charged', async () => {
    const { begin, call, gateway, remote, store } = await openBackgroundGateway();
    await begin();
    const pending = await store.listPendingResponses(1);
    remote.now = stateOf('completed');
    await call('GET', `/${id}`);
    store.listPendingResponses = () => Promise.resolve(pending);
    await gateway.maintain();
    expect(remote.asked).toHaveLength(2);
    expect(store.exchanges).toHaveLength(1);
  });
});

describe('the reservation of a background response', () => {
  const limited = {
    key: { limits: { quota: { nanoUsd: 1_000_000_000, tokens: 1_000_000, reset: 'none' } } },
  } as const;

  it('is renewed with the same amount after its process has ended', async () => {
    const { post, store, gateway } = await openBackgroundGateway(limited);
    const begun = await post('/v1/responses', question);
    const { pending } = (await store.findResponse('key_1', id)) ?? {};
    const { budget } = JSON.parse(pending ?? '{}') as PendingExchange;
    await store.release(begun.headers.get('x-request-id') ?? '');
    await gateway.maintain();
    const { nanoUsd: reservedNanoUsd = 0, tokens: reservedTokens } = budget?.reserved ?? {};
    expect(reservedNanoUsd).toBeGreaterThan(0);
    expect((await store.readKey('key_1'))?.state).toMatchObject({
      ...{ running: 1, reservedNanoUsd, reservedTokens },
    });
  });

  it('is not changed while its process runs', async () => {
    const { begin, store, gateway } = await openBackgroundGateway(limited);
    await begin();
    const before = (await store.readKey('key_1'))?.state;
    await gateway.maintain();
    expect((await store.readKey('key_1'))?.state).toEqual(before);
  });

  it('is renewed with nothing where a limit has nothing left', async () => {
    const { post, store, gateway, remote } = await openBackgroundGateway(limited);
    const begun = await post('/v1/responses', question);
    remote.now = stateOf('completed', { id: 'resp_usual' });
    await post('/v1/responses', { model: question.model, input: 'Hi' });
    remote.now = stateOf('queued');
    await store.release(begun.headers.get('x-request-id') ?? '');
    const used = store.exchanges[0]?.usage;
    const tokens = (used?.input ?? 0) + (used?.output ?? 0);
    const nanoUsd = store.exchanges[0]?.chargedNanoUsd ?? 0;
    const quota = { nanoUsd, tokens, reset: 'none' } as const;
    await store.changeKey('key_1', { limits: { quota } });
    await gateway.maintain();
    expect((await store.readKey('key_1'))?.state).toMatchObject({
      ...{ running: 1, reservedNanoUsd: 0, reservedTokens: 0 },
    });
  });

  it('is renewed with what a limit has left, and the response goes on and is charged', async () => {
    const { post, store, gateway, remote, call, log } = await openBackgroundGateway(limited);
    const begun = await post('/v1/responses', question);
    await store.release(begun.headers.get('x-request-id') ?? '');
    const quota = { nanoUsd: 1, reset: 'none' } as const;
    await store.changeKey('key_1', { limits: { quota } });
    await gateway.maintain();
    expect((await store.readKey('key_1'))?.state).toMatchObject({ running: 1, reservedNanoUsd: 1 });
    remote.now = stateOf('completed');
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'completed' });
    expect(store.exchanges).toMatchObject([{ outcome: 'completed' }]);
    expect(log.join('\n')).not.toContain('could not be renewed');
  });

  it('is renewed beside a rate limit, in which its request was counted before', async () => {
    const limits = { ...limited.key.limits, requestsPerMinute: 1, tokensPerMinute: 1_000_000 };
    const { post, store, gateway } = await openBackgroundGateway({ key: { limits } });
    const begun = await post('/v1/responses', question);
    expect(begun.status).toBe(200);
    await store.release(begun.headers.get('x-request-id') ?? '');
    await gateway.maintain();
    expect((await store.readKey('key_1'))?.state).toMatchObject({ running: 1 });
  });

  it('that the store cannot renew is logged', async () => {
    const { begin, store, gateway, log } = await openBackgroundGateway(limited);
    await begin();
    vi.spyOn(store, 'extendReservation').mockRejectedValue(new Error('no connection'));
    await gateway.maintain();
    expect(log.join('\n')).toContain(
      'The reservation of a background response could not be renewed.',
    );
  });
});

describe('a response that is continued', () => {
  const next = { model: callName, input: 'And?', previous_response_id: id };

  it('is asked for first, so that its reply is not missing', async () => {
    const { begin, remote, upstream, store } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed');
    await begin(next);
    expect(remote.asked).toEqual([
      'POST /v1/responses',
      `GET /v1/responses/${id}`,
      'POST /v1/responses',
    ]);
    expect(upstream.requests.at(-1)?.text).toMatch(/Research this\..*Done\..*And\?/s);
    expect(store.exchanges).toHaveLength(2);
  });

  it.each(['/v1/responses', '/v1/responses/input_tokens'])(
    'must have ended: POST %s',
    async (path) => {
      const { begin, post, remote } = await openBackgroundGateway();
      await begin();
      remote.now = stateOf('in_progress');
      const answer = await post(path, next);
      expect(answer.status).toBe(400);
      const error = { code: 'previous_response_in_progress', param: 'previous_response_id' };
      expect(await answer.json()).toMatchObject({ error });
      expect(remote.asked).toEqual(['POST /v1/responses', `GET /v1/responses/${id}`]);
    },
  );
});
