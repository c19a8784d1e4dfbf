import {
  createAnswer,
  failWith,
  holdAfter,
  holdHead,
  jsonReply,
  rawStream,
  stallAfter,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createGateway } from '../../gateway.ts';
import {
  createRemote,
  events,
  id,
  message,
  openBackgroundGateway,
  question,
  stateOf,
} from '../../testing/background-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

const day = 24 * 60 * 60 * 1_000;

describe('a background response', () => {
  it('is answered at once, fetched by its id until it ends, and charged once', async () => {
    const { begin, call, remote, store, gateway, pass, post } = await openBackgroundGateway({
      group: { multiplier: 2 },
    });
    const begun = await post('/v1/responses', question);
    expect(begun.status).toBe(200);
    expect(await begun.json()).toMatchObject({ id, status: 'queued', model: callName });
    expect(store.exchanges).toEqual([]);
    remote.now = stateOf('in_progress');
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'in_progress', model: callName });
    remote.now = stateOf('completed');
    pass(60_000);
    for (let round = 0; round < 2; round++) {
      expect(await call('GET', `/${id}`)).toMatchObject({
        ...{ id, status: 'completed', model: callName, output: [message] },
      });
    }
    await gateway.maintain();
    expect(remote.asked).toEqual([
      'POST /v1/responses',
      `GET /v1/responses/${id}`,
      `GET /v1/responses/${id}`,
    ]);
    expect(store.exchanges).toMatchObject([
      {
        ...{ id: begun.headers.get('x-request-id'), outcome: 'completed', status: 200 },
        ...{ usage: { input: 100, output: 500 }, durationMs: 60_000, attempts: 1 },
        ...{ listNanoUsd: 1_100_000, chargedNanoUsd: 2_200_000, costNanoUsd: 1_100_000 },
        attemptRecords: [{ upstream: 'up0', chargedNanoUsd: 2_200_000, endedMs: 60_000 }],
      },
    ]);
    remote.now = stateOf('completed', { id: 'resp_next' });
    expect(await begin({ model: callName, input: 'And?', previous_response_id: id })).toMatchObject(
      {
        ...{ id: 'resp_next', previous_response_id: id },
      },
    );
  });

  it('is charged when it ends although nobody asks for it, also after a restart', async () => {
    const { post, remote, store, upstream, gateway, clock } = await openBackgroundGateway({
      key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
    });
    const begun = await post('/v1/responses', question);
    await gateway.close();
    // As after the end of its lease.
    await store.release(begun.headers.get('x-request-id') ?? '');
    expect((await store.readKey('key_1'))?.state).toMatchObject({ reservedNanoUsd: 0, spent: 0 });
    const up0 = { provider: 'openai', dialect: 'openai-responses', base_url: `${upstream.url}/v1` };
    const next = createGateway({
      ...{ store, clock },
      configuration: configurationSchema.parse({ upstreams: { up0 } }),
    });
    await next.maintain();
    const running = (await store.readKey('key_1'))?.state;
    expect(running).toMatchObject({ running: 1, spent: 0 });
    expect(running?.reservedNanoUsd).toBeGreaterThan(0);
    remote.now = stateOf('completed');
    const last = createGateway({
      ...{ store, clock },
      configuration: configurationSchema.parse({ upstreams: { up0 } }),
    });
    await Promise.all([last.maintain(), last.maintain()]);
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000, outcome: 'completed' }]);
    expect((await store.readKey('key_1'))?.state).toMatchObject({
      ...{ running: 0, reservedNanoUsd: 0, spent: 1_100_000 },
    });
    await next.close();
    await last.close();
  });

  it('holds what it may cost until it ends', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway({
      key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
    });
    await begin({ ...question, max_output_tokens: 1_000 });
    const held = (await store.readKey('key_1'))?.state.reservedNanoUsd ?? 0;
    expect(held).toBeGreaterThan(0);
    remote.now = stateOf('completed');
    await call('GET', `/${id}`);
    expect((await store.readKey('key_1'))?.state).toMatchObject({
      ...{ reservedNanoUsd: 0, running: 0, spent: 1_100_000 },
    });
  });

  it('is cancelled at the upstream, once, and its client pays for the prompt', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    for (let round = 0; round < 2; round++) {
      expect(await call('POST', `/${id}/cancel`)).toMatchObject({ id, status: 'cancelled' });
    }
    expect(remote.asked.filter((line) => line.endsWith('/cancel'))).toHaveLength(1);
    const [record] = store.exchanges;
    expect(record).toMatchObject({ outcome: 'canceled', usage: { output: 0, estimated: true } });
    expect(record?.chargedNanoUsd).toBeGreaterThan(0);
  });

  it('that is cancelled costs nothing where leaving is free', async () => {
    const { begin, call, store } = await openBackgroundGateway({ group: { departed: 'free' } });
    await begin();
    await call('POST', `/${id}/cancel`);
    expect(store.exchanges).toMatchObject([{ outcome: 'canceled', chargedNanoUsd: 0 }]);
  });

  it('that is deleted is cancelled first', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    expect(await call('DELETE', `/${id}`)).toMatchObject({ deleted: true });
    expect(remote.asked.at(-1)).toBe(`POST /v1/responses/${id}/cancel`);
    expect(store.exchanges).toHaveLength(1);
    expect(await call('GET', `/${id}`)).toMatchObject({ error: { code: 'response_not_found' } });
  });

  it('that is deleted is charged as cancelled where its upstream does not end it at once', async () => {
    const { begin, call, store, upstream } = await openBackgroundGateway({
      key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
    });
    await begin();
    upstream.script(() => jsonReply(stateOf('in_progress')));
    expect(await call('DELETE', `/${id}`)).toMatchObject({ deleted: true });
    const [record] = store.exchanges;
    expect(record).toMatchObject({ outcome: 'canceled', usage: { output: 0, estimated: true } });
    expect(record?.chargedNanoUsd).toBeGreaterThan(0);
    expect((await store.readKey('key_1'))?.state).toMatchObject({ running: 0, reservedNanoUsd: 0 });
    expect(await call('GET', `/${id}`)).toMatchObject({ error: { code: 'response_not_found' } });
  });

  it.each(['its client', 'the gateway'])(
    'that is deleted while %s asks stays deleted',
    async (who) => {
      const { begin, call, remote, store, upstream, gateway } = await openBackgroundGateway();
      await begin();
      remote.now = stateOf('completed');
      upstream.next(holdHead(jsonReply(remote.now)));
      const asking = who === 'its client' ? call('GET', `/${id}`) : gateway.maintain();
      await upstream.whenHeld();
      await store.deleteResponse('key_1', id);
      upstream.release();
      await asking;
      expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000 }]);
      expect(await call('GET', `/${id}`)).toMatchObject({ error: { code: 'response_not_found' } });
    },
  );

  it('that fails costs nothing, and its error has no secret', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    const error = { code: 'server_error', message: 'bad key credential-of-ours' };
    remote.now = stateOf('failed', { error });
    expect(await call('GET', `/${id}`)).toMatchObject({
      ...{ status: 'failed', error: { message: 'bad key [redacted]' } },
    });
    expect(store.exchanges).toMatchObject([
      {
        ...{ outcome: 'failed', chargedNanoUsd: 0, errorReason: 'upstream_failed' },
        errorMessage: 'The upstream could not finish its response.',
      },
    ]);
  });

  it('of an upstream that is not configured any more is shown as last seen, and not resumed', async () => {
    const { begin, store, secret, clock } = await openBackgroundGateway();
    await begin();
    const next = createGateway({ store, clock, configuration: configurationSchema.parse({}) });
    const send = (path: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return next.fetch(new Request(`http://parley.test/v1/responses/${path}`, { headers }));
    };
    expect(await (await send(id)).json()).toMatchObject({ id, status: 'queued' });
    const resumed = await send(`${id}?stream=true`);
    expect(resumed.status).toBe(502);
    expect(await resumed.json()).toMatchObject({
      error: {
        code: 'upstream_not_configured',
        message: 'Server error: The upstream of this response is not available.',
      },
    });
    const headers = { authorization: `Bearer ${secret}` };
    const url = `http://parley.test/v1/responses/${id}`;
    const deleted = await next.fetch(new Request(url, { method: 'DELETE', headers }));
    expect(await deleted.json()).toMatchObject({ deleted: true });
    expect(store.exchanges).toMatchObject([{ outcome: 'canceled', usage: { output: 0 } }]);
    await next.close();
  });

  it('without usage is charged by its text', async () => {
    const { begin, call, remote, store } = await openBackgroundGateway();
    await begin();
    remote.now = stateOf('completed', { usage: null });
    await call('GET', `/${id}`);
    const usage = store.exchanges[0]?.usage;
    expect(usage?.estimated).toBe(true);
    expect(usage?.input).toBeGreaterThan(0);
    expect(usage?.output).toBeGreaterThan(0);
  });

  it('that the upstream has lost fails', async () => {
    const { begin, call, upstream, store } = await openBackgroundGateway();
    await begin();
    upstream.script(failWith(404, { message: 'Not found.' }));
    expect(await call('GET', `/${id}`)).toMatchObject({
      ...{ status: 'failed', error: { message: 'The upstream no longer has this response.' } },
    });
    expect(store.exchanges).toMatchObject([
      { outcome: 'failed', errorCode: 'upstream-unavailable', errorReason: 'response_lost' },
    ]);
  });

  it('is still there after the upstream could not be asked', async () => {
    const { begin, send, call, upstream, remote, store } = await openBackgroundGateway();
    await begin();
    upstream.script(failWith(500));
    expect((await send('GET', `/${id}`)).status).toBe(502);
    upstream.script(remote.script);
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'queued' });
    expect(store.exchanges).toEqual([]);
  });

  it('fails when it has not ended after a day, and says so', async () => {
    const { begin, call, gateway, remote, pass, store, log } = await openBackgroundGateway();
    await begin();
    pass(day - 1);
    await gateway.maintain();
    expect(store.exchanges).toEqual([]);
    pass(15_000);
    await gateway.maintain();
    expect(remote.asked.at(-1)).toBe(`POST /v1/responses/${id}/cancel`);
    expect(await call('GET', `/${id}`)).toMatchObject({
      ...{ status: 'failed', error: { message: 'The response did not end within a day.' } },
    });
    expect(store.exchanges).toMatchObject([
      {
        ...{ outcome: 'failed', errorCode: 'upstream-unavailable' },
        errorReason: 'response_overdue',
        chargedNanoUsd: 0,
      },
    ]);
    expect(log.join('\n')).toContain('did not end within a day');
  });

  it('is cancelled and refused when it cannot be stored, and no second one is begun', async () => {
    const { post, remote, store, upstream } = await openBackgroundGateway();
    upstream.script(({ method, target }) => {
      remote.asked.push(`${method} ${target}`);
      return jsonReply(remote.now);
    });
    store.saveResponse = () => Promise.reject(new Error('The disk is full.'));
    const response = await post('/v1/responses', question);
    expect(response.status).toBe(503);
    expect(remote.asked).toEqual(['POST /v1/responses', `POST /v1/responses/${id}/cancel`]);
  });

  it('belongs to its key alone', async () => {
    const { begin, addKey, gateway } = await openBackgroundGateway();
    await begin();
    const headers = { authorization: `Bearer ${await addKey({ id: 'key_2' })}` };
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}?stream=true`],
      ['POST', `${id}/cancel`],
    ] as const) {
      const request = new Request(`http://parley.test/v1/responses/${path}`, { method, headers });
      expect((await gateway.fetch(request)).status).toBe(404);
    }
  });

  it('that the upstream answers at once is a usual response', async () => {
    const { begin, call, remote, store, gateway } = await openBackgroundGateway();
    remote.now = stateOf('completed');
    expect(await begin()).toMatchObject({ status: 'completed', model: callName });
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000 }]);
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'completed' });
    await gateway.maintain();
    expect(remote.asked).toHaveLength(1);
  });

  const notSupported = {
    ...{ code: 'background_not_supported', param: 'background' },
    message:
      'No upstream of this model speaks the Responses format, which background responses need: stream the response.',
  };
  const notStored = {
    ...{ code: 'background_not_stored', param: 'store' },
    message: 'A background response must be stored.',
  };
  it.each([
    ['chat', {}, notSupported],
    ['messages', {}, notSupported],
    ['gemini', {}, notSupported],
    ['responses', { store: false }, notStored],
  ] as const)('is refused with an upstream of %s and %j', async (format, more, error) => {
    const { post, upstream } = await openBackgroundGateway({
      formats: [format],
      configuration: {},
    });
    const response = await post('/v1/responses', { ...question, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
    expect(upstream.requests).toEqual([]);
  });

  it('goes to the target that has background responses', async () => {
    const { begin, upstreams } = await openBackgroundGateway({ formats: ['chat', 'responses'] });
    upstreams[1]?.script(createRemote().script);
    expect(await begin()).toMatchObject({ id, status: 'queued' });
    expect(upstreams[0]?.requests).toEqual([]);
  });
});

describe('a background response that is streamed', () => {
  const streamed = { ...question, stream: true };

  it('is charged at its end, once', async () => {
    const { post, upstream, remote, store, gateway, call } = await openBackgroundGateway();
    upstream.next(rawStream(events.join('')));
    const response = await post('/v1/responses', streamed);
    const text = await response.text();
    expect(text).toContain('response.completed');
    expect(text).not.toContain('scripted-model');
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000, stream: true }]);
    remote.now = stateOf('completed');
    await gateway.maintain();
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'completed', model: callName });
    expect(store.exchanges).toHaveLength(1);
    expect(remote.asked).toHaveLength(1);
  });

  it('goes on when its client leaves, and is resumed after the last event it had', async () => {
    const { post, upstream, remote, store, send } = await openBackgroundGateway();
    upstream.next(stallAfter(rawStream(events.join('')), 6));
    const response = await post('/v1/responses', streamed);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => upstream.connections.open).toBe(0);
    expect(store.exchanges).toEqual([]);
    upstream.next((request) => {
      remote.asked.push(request.target);
      return rawStream(events.slice(6).join(''));
    });
    remote.now = stateOf('completed');
    const resumed = await send('GET', `/${id}?stream=true&starting_after=5`);
    const text = await resumed.text();
    expect(resumed.headers.get('content-type')).toContain('text/event-stream');
    expect(
      [...text.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number)),
    ).toEqual([6, 7, 8, 9]);
    expect(text).not.toContain('scripted-model');
    expect(remote.asked[0]).toBe(`/v1/responses/${id}?stream=true&starting_after=5`);
    expect(store.exchanges).toMatchObject([
      { chargedNanoUsd: 1_100_000, outcome: 'completed', stream: true },
    ]);
  });

  it('that breaks before it has an id is recorded at once', async () => {
    const { post, upstream, store } = await openBackgroundGateway();
    upstream.next(rawStream(events.slice(3, 6).join('')));
    const response = await post('/v1/responses', streamed);
    expect(await response.text()).toContain('event: error');
    expect(store.exchanges).toMatchObject([{ outcome: 'failed' }]);
  });

  it('is charged once when its connection to the upstream breaks', async () => {
    const { post, upstream, remote, store, gateway } = await openBackgroundGateway();
    upstream.next(rawStream(events.slice(0, 6).join('')));
    const response = await post('/v1/responses', streamed);
    expect(await response.text()).toContain('event: error');
    expect(store.exchanges).toEqual([]);
    remote.now = stateOf('completed');
    await gateway.maintain();
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000, outcome: 'completed' }]);
  });

  it('is begun once, and charged once, when it breaks before its first text', async () => {
    const { post, upstream, remote, store, gateway } = await openBackgroundGateway();
    upstream.next(rawStream(events.slice(0, 2).join('')));
    const response = await post('/v1/responses', streamed);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain(id);
    expect(text).toContain('event: error');
    expect(upstream.requests).toHaveLength(1);
    expect(store.exchanges).toEqual([]);
    remote.now = stateOf('completed');
    await gateway.maintain();
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000, attempts: 1 }]);
  });

  it('that is deleted while it is generated does not come back', async () => {
    const { post, upstream, store, call } = await openBackgroundGateway();
    upstream.next(holdAfter(rawStream(events.join('')), 6));
    const response = await post('/v1/responses', streamed);
    await upstream.whenHeld();
    expect(await store.deleteResponse('key_1', id)).toBe(true);
    upstream.release();
    expect(await response.text()).toContain('response.completed');
    expect(await call('GET', `/${id}`)).toMatchObject({ error: { code: 'response_not_found' } });
  });

  it.each([
    ['?stream=true&starting_after=two', 'invalid_value', 400],
    ['?stream=true&starting_after=-1', 'invalid_value', 400],
  ])('is not resumed by %s', async (query, code, status) => {
    const { begin, send } = await openBackgroundGateway();
    await begin();
    const response = await send('GET', `/${id}${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, param: 'starting_after' } });
  });

  it('answers with the error of an upstream that does not stream it again', async () => {
    const { begin, send, upstream } = await openBackgroundGateway();
    await begin();
    upstream.script(failWith(400, { message: 'This response was not created with stream=true.' }));
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('was not created with stream=true');
  });
});

it('a response that no upstream generates in the background is neither cancelled nor resumed', async () => {
  const { post, send, upstream } = await openBackgroundGateway();
  upstream.script(
    createAnswer({ body: JSON.stringify(stateOf('completed', { background: false })) }),
  );
  await post('/v1/responses', { model: callName, input: 'Hi' });
  expect((await send('POST', `/${id}/cancel`)).status).toBe(400);
  expect((await send('GET', `/${id}?stream=true`)).status).toBe(400);
});
