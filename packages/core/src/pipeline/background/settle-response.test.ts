import { jsonReply } from '@parley/testkit';
import { describe, expect, it, vi } from 'vitest';
import {
  id,
  message,
  openBackgroundGateway,
  question,
  stateOf,
} from '../../testing/background-gateway.ts';
import { StoreUnavailableError } from '../../store/index.ts';
import { callName } from '../../testing/test-gateway.ts';

describe('a background response that has ended', () => {
  it('stays pending while its end cannot be recorded, and is charged in the next run', async () => {
    const refuse = () => Promise.reject(new Error('ENOSPC'));
    const nothing = () => Promise.resolve();
    const outbox = {
      ...{ append: refuse, sync: refuse, remove: nothing, close: nothing },
      readLeft: () => Promise.resolve([]),
    };
    const { begin, send, call, remote, store, pass, gateway } = await openBackgroundGateway({
      options: { outbox },
    });
    await begin();
    remote.now = stateOf('completed');
    const settle = vi.spyOn(store, 'settle').mockRejectedValue(new StoreUnavailableError('down'));
    const response = await send('GET', `/${id}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      error: {
        code: 'store_unavailable',
        message: expect.stringContaining(
          'The gateway cannot record exchanges right now.',
        ) as string,
      },
    });
    expect(await store.listPendingResponses(9)).toHaveLength(1);
    settle.mockRestore();
    pass(60_000);
    await gateway.maintain();
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'completed' });
    expect(store.exchanges).toHaveLength(1);
    expect(await store.listPendingResponses(9)).toEqual([]);
  });

  it('is charged also when its key is gone', async () => {
    const { begin, remote, store, gateway, pass } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed');
    vi.spyOn(store, 'readKey').mockResolvedValue(undefined);
    pass(15_000);
    await gateway.maintain();
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000 }]);
  });

  it('is charged for the searches in its output', async () => {
    const prices = [{ match: '*/scripted-model', input: 1, output: 2, fees: { web_search: 10 } }];
    const { begin, call, remote, store } = await openBackgroundGateway({
      configuration: { prices },
      key: { limits: { quota: { nanoUsd: 10_000_000_000, reset: 'none' } } },
    });
    await begin({ ...question, tools: [{ type: 'web_search' }] });
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    remote.now = stateOf('completed', {
      output: [{ ...search, action: { type: 'search', query: 'a' } }, message],
    });
    await call('GET', `/${id}`);
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 11_100_000 }]);
    expect((await store.checkLedger()).faults).toEqual([]);
  });

  it('can be continued, and its items can be referred to', async () => {
    const { begin, call, remote, upstream, post } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed', { output: [message, { type: 'reasoning' }, message] });
    await call('GET', `/${id}`);
    remote.now = stateOf('completed', { id: 'resp_next' });
    const input = [
      { type: 'item_reference', id: 'msg_1' },
      { role: 'user', content: 'Again?' },
    ];
    await post('/v1/responses', { model: callName, input });
    expect(upstream.requests.at(-1)?.text).toMatch(/Done\..*Again\?/);
    expect(upstream.requests.at(-1)?.text).not.toContain('item_reference');
  });

  it('lists each of its items once in the store', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed', { output: [message, { type: 'reasoning' }, message] });
    await call('GET', `/${id}`);
    const stored = await store.findResponse('key_1', id);
    expect(stored?.itemIds).toEqual(['msg_1']);
    expect(stored).not.toHaveProperty('pending');
  });

  it('is recorded with its cost and duration in its last attempt alone', async () => {
    const { begin, call, remote, store, upstreams, pass } = await openBackgroundGateway({
      formats: ['responses', 'responses'],
    });
    upstreams[0]?.script(() => ({ type: 'raw', steps: [{ step: 'reset' }] }));
    upstreams[1]?.script(remote.script);
    await begin();
    remote.now = stateOf('completed');
    pass(1_000.6);
    await call('GET', `/${id}`);
    const [record] = store.exchanges;
    expect(record).toMatchObject({ attempts: 2, durationMs: 1_001, upstream: 'up1' });
    expect(record?.attemptRecords).toMatchObject([
      { upstream: 'up0', errorCode: 'upstream-unavailable', chargedNanoUsd: 0, endedMs: 0 },
      { upstream: 'up1', chargedNanoUsd: 1_100_000, endedMs: 1_001 },
    ]);
    expect(record?.attemptRecords[1]).not.toHaveProperty('errorCode');
  });

  it('never takes less time than until it began, whatever the clock says', async () => {
    let time = 1_000_000;
    const clock = { now: () => time, monotonic: () => time };
    const { begin, call, remote, store } = await openBackgroundGateway({ options: { clock } });
    await begin();
    remote.now = stateOf('completed');
    time -= 5_000;
    await call('GET', `/${id}`);
    expect(store.exchanges[0]?.durationMs).toBe(0);
  });

  const cancelled = { errorCode: 'canceled', errorMessage: 'The client cancelled it.' };
  it.each([
    {
      state: stateOf('failed'),
      record: {
        errorCode: 'upstream-unavailable',
        errorMessage: 'The upstream could not finish its response.',
        chargedNanoUsd: 0,
      },
    },
    { state: stateOf('cancelled'), record: cancelled },
    {
      state: stateOf('cancelled', { usage: { input_tokens: 10, output_tokens: 5 } }),
      record: { ...cancelled, chargedNanoUsd: 20_000 },
    },
  ])('is recorded as $record.errorCode', async ({ state, record }) => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    remote.now = state;
    await call('GET', `/${id}`);
    const { errorCode, errorMessage: text } = record;
    expect(store.exchanges).toMatchObject([record]);
    expect(store.exchanges[0]?.attemptRecords).toMatchObject([{ errorCode, message: text }]);
  });

  it.each([
    [
      'a response that reports its usage',
      { usage: { input_tokens: 10, output_tokens: 5 } },
      20_000,
    ],
    ['one that reports nothing', {}, 0],
  ])('that is cancelled where leaving is free is charged for %s', async (_, fields, charged) => {
    const { begin, call, remote, store } = await openBackgroundGateway({
      group: { departed: 'free' },
    });
    await begin();
    remote.now = stateOf('cancelled', fields);
    await call('GET', `/${id}`);
    expect(store.exchanges).toMatchObject([{ outcome: 'canceled', chargedNanoUsd: charged }]);
  });

  it('without usage and without readable items is charged for its prompt', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed', { usage: null, output: 7 });
    expect((await call('GET', `/${id}`)) as object).toMatchObject({ status: 'completed' });
    const usage = store.exchanges[0]?.usage;
    expect(usage).toMatchObject({ estimated: true });
    expect(usage?.input).toBeGreaterThan(0);
  });

  it('is charged beyond its reservation only as far as a limit allows', async () => {
    const quota = { nanoUsd: 20_000_000, reset: 'none' } as const;
    const { begin, call, remote, store } = await openBackgroundGateway({
      key: { limits: { quota } },
      configuration: {
        prices: [{ match: '*/scripted-model', input: 1, output: 2 }],
        pricing: { overdraft: 'none' },
      },
    });
    await begin({ model: callName, input: 'Hi', background: true, max_output_tokens: 100 });
    const usage = { input_tokens: 100, output_tokens: 15_000 };
    remote.now = stateOf('completed', { usage });
    await call('GET', `/${id}`);
    const charged = store.exchanges[0]?.chargedNanoUsd ?? 0;
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThanOrEqual(20_000_000);
    expect((await store.readKey('key_1'))?.state).toMatchObject({ reservedNanoUsd: 0, running: 0 });
  });

  it('is charged beyond its reservation also when that has expired', async () => {
    const quota = { nanoUsd: 1_000_000_000, reset: 'none' } as const;
    const { post, call, remote, store } = await openBackgroundGateway({
      key: { limits: { quota } },
    });
    const response = await post('/v1/responses', {
      ...{ ...question, input: 'Research this. '.repeat(40), max_output_tokens: 1_000 },
    });
    await store.release(response.headers.get('x-request-id') ?? '');
    const usage = { input_tokens: 500, output_tokens: 1_000 };
    remote.now = stateOf('completed', { usage });
    await call('GET', `/${id}`);
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 2_500_000 }]);
    expect((await store.readKey('key_1'))?.state).toMatchObject({ reservedNanoUsd: 0, running: 0 });
  });
});

describe('a background response that begins', () => {
  it('cannot be too large to be stored, and is cancelled then', async () => {
    const limits = { keptResponseLength: 200 };
    const { post, upstream } = await openBackgroundGateway({ options: { limits } });
    const response = await post('/v1/responses', {
      ...{ model: callName, input: 'x'.repeat(300), background: true },
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        ...{ code: 'response_too_large' },
        message: 'The response is too large to be stored with its input.',
      },
    });
    expect(upstream.requests.at(-1)?.target).toBe(`/v1/responses/${id}/cancel`);
  });

  it('is cancelled when the store fails, and its client may try again', async () => {
    const { post, store, upstream, log } = await openBackgroundGateway();
    store.saveResponse = () => Promise.reject(new Error('The disk is full.'));
    upstream.script(jsonReply(stateOf('queued')));
    const response = await post('/v1/responses', question);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toMatch(
      /The gateway cannot store background responses right now\..*store_unavailable/s,
    );
    expect(upstream.requests.at(-1)?.target).toBe(`/v1/responses/${id}/cancel`);
    const line = log.find((one) => one.includes('could not be stored, and was cancelled')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ request_id: response.headers.get('x-request-id') });
  });

  it('is kept for two days at least, however soon others expire', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway({
      options: { limits: { keptResponseMs: 1_000 } },
    });
    await begin();
    const hours = 60 * 60 * 1_000;
    expect(await store.findResponse('key_1', id)).toMatchObject({
      ...{ createdAt: 1_000_000, expiresAt: 1_000_000 + 48 * hours, upstream: 'up0' },
    });
    remote.now = stateOf('completed', { id: 'resp_usual' });
    await call('GET', `/${id}`);
    await begin({ model: callName, input: 'Hi' });
    expect((await store.findResponse('key_1', 'resp_usual'))?.expiresAt).toBe(1_001_000);
  });
});

describe('a background response whose reservation has expired', () => {
  const quota = (nanoUsd: number) => ({ quota: { nanoUsd, reset: 'none' } }) as const;

  /** A response that costs 1,100,000, for which a limit has less room once its reservation is gone. */
  async function begin(overdraft: 'none' | 'one-call', left: number) {
    const testGateway = await openBackgroundGateway({
      configuration: {
        prices: [{ match: '*/scripted-model', input: 1, output: 2 }],
        pricing: { overdraft },
      },
      key: { limits: quota(1_000_000_000) },
    });
    const { post, store, remote } = testGateway;
    const begun = await post('/v1/responses', { ...question, max_output_tokens: 500 });
    await store.release(begun.headers.get('x-request-id') ?? '');
    await store.changeKey('key_1', { limits: quota(left) });
    remote.now = stateOf('completed');
    return {
      ...testGateway,
      end: async () => {
        await testGateway.call('GET', `/${id}`);
        expect((await store.checkLedger()).faults).toEqual([]);
        const { spent, reservedNanoUsd } = (await store.readKey('key_1'))?.state ?? {};
        expect(reservedNanoUsd).toBe(0);
        return spent;
      },
    };
  }

  describe.each(['none', 'one-call'] as const)('with the overdraft %s', (overdraft) => {
    it('is charged with what the limit has left', async () => {
      const { end, store, log } = await begin(overdraft, 400_000);
      expect(await end()).toBe(400_000);
      const [record] = store.exchanges;
      expect(log.join('\n')).toContain('reports more than was held for the call');
      expect(JSON.stringify(record?.notes)).toContain('100 prompt tokens and 500 output tokens');
      // The prompt costs as much as its bytes at most, and comes first.
      expect(record?.usage).toMatchObject({ input: 84, output: 158, estimated: true });
    });

    it('is charged so also where its reservation was made again in part', async () => {
      const { end, store, gateway, remote, pass } = await begin(overdraft, 400_000);
      remote.now = stateOf('in_progress');
      await gateway.maintain();
      expect((await store.readKey('key_1'))?.state.reservedNanoUsd).toBe(400_000);
      pass(15_000);
      await gateway.maintain();
      remote.now = stateOf('completed');
      expect(await end()).toBe(400_000);
    });

    it('is charged in full once there is room again', async () => {
      const { end, store, gateway, remote, pass } = await begin(overdraft, 400_000);
      remote.now = stateOf('in_progress');
      await gateway.maintain();
      await store.changeKey('key_1', { limits: quota(1_000_000_000) });
      pass(15_000);
      await gateway.maintain();
      expect((await store.readKey('key_1'))?.state.reservedNanoUsd).toBeGreaterThan(900_000);
      remote.now = stateOf('completed');
      expect(await end()).toBe(1_100_000);
    });

    it('costs nothing where nothing is left', async () => {
      const { end } = await begin(overdraft, 0);
      expect(await end()).toBe(0);
    });
  });
});
