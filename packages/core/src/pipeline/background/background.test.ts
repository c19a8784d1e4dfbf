import {
  createAnswer,
  failWith,
  jsonReply,
  rawStream,
  stallAfter,
  type Script,
  type ScriptedRequest,
} from '@parley/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createGateway } from '../../gateway.ts';
import {
  callName,
  startTestGateway,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

let testGateway: TestGateway | undefined;
afterEach(async () => {
  await testGateway?.close();
  testGateway = undefined;
});

const day = 24 * 60 * 60 * 1_000;
const id = 'resp_of_a_test';
const usage = {
  ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 500 },
  ...{ output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 600 },
};
const message = {
  ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};

/** The response in one state, as the upstream states it. */
function stateOf(status: string, fields: object = {}) {
  const base = { id, object: 'response', created_at: 1, model: 'scripted-model', background: true };
  const ended = status === 'completed' ? { output: [message], usage } : { output: [], usage: null };
  return { ...base, status, error: null, previous_response_id: null, ...ended, ...fields };
}

/** An upstream whose response has the state that a test sets. */
function createRemote() {
  const remote = {
    now: stateOf('queued') as object,
    asked: [] as string[],
    script: ((request: ScriptedRequest) => {
      remote.asked.push(`${request.method} ${request.target}`);
      if (request.target.endsWith('/cancel')) remote.now = stateOf('cancelled');
      return jsonReply(remote.now);
    }) as Script,
  };
  return remote;
}

const price = { input: 1, output: 2 };
const configuration = { prices: [{ match: '*/scripted-model', ...price }] };
const question = { model: callName, input: 'Research this.', background: true };

async function arrange(settings: TestGatewaySettings = {}) {
  let time = 1_000_000;
  const clock = { now: () => time, monotonic: () => time };
  testGateway = await startTestGateway({
    ...{ formats: ['responses'], configuration, options: { clock } },
    ...settings,
  });
  const { gateway, upstream, secret, post } = testGateway;
  const remote = createRemote();
  upstream.script(remote.script);
  const send = (method: string, path: string) =>
    gateway.fetch(
      new Request(`http://parley.test/v1/responses${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
      }),
    );
  return {
    ...testGateway,
    clock,
    remote,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    begin: async (body: object = question): Promise<unknown> =>
      (await post('/v1/responses', body)).json(),
    send,
    call: async (method: string, path: string): Promise<unknown> =>
      (await send(method, path)).json(),
  };
}

describe('a background response', () => {
  it('is answered at once, fetched by its id until it ends, and charged once', async () => {
    const { begin, call, remote, store, gateway, pass, post } = await arrange({
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
    const { post, remote, store, upstream, gateway, clock } = await arrange({
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
    const { begin, call, remote, store } = await arrange({
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
    const { begin, call, remote, store } = await arrange();
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
    const { begin, call, store } = await arrange({ group: { departed: 'free' } });
    await begin();
    await call('POST', `/${id}/cancel`);
    expect(store.exchanges).toMatchObject([{ outcome: 'canceled', chargedNanoUsd: 0 }]);
  });

  it('that is deleted is cancelled first', async () => {
    const { begin, call, remote, store } = await arrange();
    await begin();
    expect(await call('DELETE', `/${id}`)).toMatchObject({ deleted: true });
    expect(remote.asked.at(-1)).toBe(`POST /v1/responses/${id}/cancel`);
    expect(store.exchanges).toHaveLength(1);
    expect(await call('GET', `/${id}`)).toMatchObject({ error: { code: 'response_not_found' } });
  });

  it('that fails costs nothing, and its error has no secret', async () => {
    const { begin, call, remote, store } = await arrange();
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
    const { begin, store, secret, clock } = await arrange();
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
    await next.close();
  });

  it('without usage is charged by its text', async () => {
    const { begin, call, remote, store } = await arrange();
    await begin();
    remote.now = stateOf('completed', { usage: null });
    await call('GET', `/${id}`);
    const usage = store.exchanges[0]?.usage;
    expect(usage?.estimated).toBe(true);
    expect(usage?.input).toBeGreaterThan(0);
    expect(usage?.output).toBeGreaterThan(0);
  });

  it('that the upstream has lost fails', async () => {
    const { begin, call, upstream, store } = await arrange();
    await begin();
    upstream.script(failWith(404, { message: 'Not found.' }));
    expect(await call('GET', `/${id}`)).toMatchObject({
      ...{ status: 'failed', error: { message: 'The upstream no longer has this response.' } },
    });
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', errorReason: 'response_lost' }]);
  });

  it('is still there after the upstream could not be asked', async () => {
    const { begin, send, call, upstream, remote, store } = await arrange();
    await begin();
    upstream.script(failWith(500));
    expect((await send('GET', `/${id}`)).status).toBe(502);
    upstream.script(remote.script);
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'queued' });
    expect(store.exchanges).toEqual([]);
  });

  it('fails when it has not ended after a day, and says so', async () => {
    const { begin, call, gateway, remote, pass, store, log } = await arrange();
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
      { outcome: 'failed', errorReason: 'response_overdue', chargedNanoUsd: 0 },
    ]);
    expect(log.join('\n')).toContain('did not end within a day');
  });

  it('is cancelled and refused when it cannot be stored', async () => {
    const { post, remote, store, upstream } = await arrange();
    upstream.script(({ method, target }) => {
      remote.asked.push(`${method} ${target}`);
      return jsonReply(remote.now);
    });
    store.saveResponse = () => Promise.reject(new Error('The disk is full.'));
    const response = await post('/v1/responses', question);
    expect(response.status).toBe(503);
    expect(remote.asked).toContain(`POST /v1/responses/${id}/cancel`);
  });

  it('belongs to its key alone', async () => {
    const { begin, addKey, gateway } = await arrange();
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
    const { begin, call, remote, store, gateway } = await arrange();
    remote.now = stateOf('completed');
    expect(await begin()).toMatchObject({ status: 'completed', model: callName });
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000 }]);
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'completed' });
    await gateway.maintain();
    expect(remote.asked).toHaveLength(1);
  });

  const notSupported = { code: 'background_not_supported', param: 'background' };
  it.each([
    ['chat', {}, notSupported],
    ['messages', {}, notSupported],
    ['gemini', {}, notSupported],
    ['responses', { store: false }, { code: 'background_not_stored', param: 'store' }],
  ] as const)('is refused with an upstream of %s and %j', async (format, more, error) => {
    const { post, upstream } = await arrange({ formats: [format], configuration: {} });
    const response = await post('/v1/responses', { ...question, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
    expect(upstream.requests).toEqual([]);
  });

  it('goes to the target that has background responses', async () => {
    const { begin, upstreams } = await arrange({ formats: ['chat', 'responses'] });
    upstreams[1]?.script(createRemote().script);
    expect(await begin()).toMatchObject({ id, status: 'queued' });
    expect(upstreams[0]?.requests).toEqual([]);
  });
});

describe('a background response that is streamed', () => {
  const event = (number: number, type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number, ...fields })}\n\n`;
  const item = { ...message, status: 'in_progress', content: [] };
  const part = { type: 'output_text', text: '', annotations: [] };
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const events = [
    event(0, 'response.created', { response: stateOf('queued') }),
    event(1, 'response.queued', { response: stateOf('queued') }),
    event(2, 'response.in_progress', { response: stateOf('in_progress') }),
    event(3, 'response.output_item.added', { output_index: 0, item }),
    event(4, 'response.content_part.added', { ...place, part }),
    event(5, 'response.output_text.delta', { ...place, delta: 'Done.' }),
    event(6, 'response.output_text.done', { ...place, text: 'Done.' }),
    event(7, 'response.content_part.done', { ...place, part: { ...part, text: 'Done.' } }),
    event(8, 'response.output_item.done', { output_index: 0, item: message }),
    event(9, 'response.completed', { response: stateOf('completed') }),
  ];
  const streamed = { ...question, stream: true };

  it('is charged at its end, once', async () => {
    const { post, upstream, remote, store, gateway, call } = await arrange();
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
    const { post, upstream, remote, store, send } = await arrange();
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

  it('is charged once when its connection to the upstream breaks', async () => {
    const { post, upstream, remote, store, gateway } = await arrange();
    upstream.next(rawStream(events.slice(0, 6).join('')));
    const response = await post('/v1/responses', streamed);
    expect(await response.text()).toContain('event: error');
    expect(store.exchanges).toEqual([]);
    remote.now = stateOf('completed');
    await gateway.maintain();
    expect(store.exchanges).toMatchObject([{ chargedNanoUsd: 1_100_000, outcome: 'completed' }]);
  });

  it.each([
    ['?stream=true&starting_after=two', 'invalid_value', 400],
    ['?stream=true&starting_after=-1', 'invalid_value', 400],
  ])('is not resumed by %s', async (query, code, status) => {
    const { begin, send } = await arrange();
    await begin();
    const response = await send('GET', `/${id}${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, param: 'starting_after' } });
  });

  it('answers with the error of an upstream that does not stream it again', async () => {
    const { begin, send, upstream } = await arrange();
    await begin();
    upstream.script(failWith(400, { message: 'This response was not created with stream=true.' }));
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('was not created with stream=true');
  });
});

it('a response that no upstream generates in the background is neither cancelled nor resumed', async () => {
  const { post, send, upstream } = await arrange();
  upstream.script(
    createAnswer({ body: JSON.stringify(stateOf('completed', { background: false })) }),
  );
  await post('/v1/responses', { model: callName, input: 'Hi' });
  expect((await send('POST', `/${id}/cancel`)).status).toBe(400);
  expect((await send('GET', `/${id}?stream=true`)).status).toBe(400);
});
