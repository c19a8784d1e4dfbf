import { answerWith, failWith, holdAfter, holdHead, reshape, truncate } from '@parley/testkit';
import { describe, expect, it, vi } from 'vitest';
import type { ExchangeRecord } from '../../store/index.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { createHandshake, openTestSocket } from '../../testing/open-test-socket.ts';
import { callName, type TestGateway } from '../../testing/test-gateway.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

const hi = { model: callName, input: 'Hi', store: false };
/** The frames of a reply up to its first text. */
const framesOfText = 3;

function idOf(events: readonly unknown[]): string {
  const { response } = (events.at(-1) ?? {}) as { response?: { id?: string } };
  return response?.id ?? '';
}

function typesOf(events: readonly { readonly type?: unknown }[]): readonly unknown[] {
  return events.map(({ type }) => type);
}

function hold({ upstream }: TestGateway): void {
  const script = answerWith({ text: ['Good ', 'morning.'] });
  upstream.script(reshape(script, (each) => holdAfter(each, framesOfText)));
}

describe('a response over a WebSocket', () => {
  it.each(['chat', 'messages', 'gemini', 'responses'] as const)(
    'has the events of one by POST, by an upstream that speaks %s',
    async (format) => {
      const running = await openTestGateway({ formats: [format] });
      running.upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
      const posted = await running.post('/v1/responses', { ...hi, stream: true });
      const types = [...(await posted.text()).matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
      const socket = await openTestSocket(running);
      const events = await socket.ask(hi);
      expect(typesOf(events)).toEqual(types);
      expect(events.at(-1)).toMatchObject({ response: { model: callName, status: 'completed' } });
      expect(JSON.stringify(events.at(-1))).toContain('Good morning.');
      const sent = running.upstream.requests.map(({ body }) => body);
      expect(sent[1]).toEqual(sent[0]);
      const [over, by] = await running.store.listExchanges({ limit: 2 });
      expect(pick(over)).toEqual(pick(by));
    },
  );

  it('may have a long request', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const socket = await openTestSocket(running);
    const input = 'x'.repeat(300_000);
    expect((await socket.ask({ ...hi, input })).at(-1)).toMatchObject({
      type: 'response.completed',
    });
    expect(running.upstream.requests[0]?.text).toContain(input);
  });

  it('is refused when it is too large, as by POST', async () => {
    const running = await openTestGateway({ options: { limits: { requestBytes: 1_000 } } });
    const socket = await openTestSocket(running);
    expect(await socket.ask({ ...hi, input: 'x'.repeat(1_000) })).toMatchObject([
      { type: 'error', status: 413, error: { code: 'request_too_large' } },
    ]);
  });

  it('ends with an error when its upstream breaks off, and others follow', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const script = answerWith({ text: ['Good ', 'morning.'] });
    running.upstream.script(
      reshape(script, (each) => truncate(each, { frames: framesOfText, by: 'clean' })),
    );
    const socket = await openTestSocket(running);
    const events = await socket.ask(hi);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'server_error' } });
    expect(typesOf(events)).not.toContain('response.completed');
    running.upstream.script(script);
    expect((await socket.ask(hi)).at(-1)).toMatchObject({ type: 'response.completed' });
  });

  it.each([
    ['codex_exec/0.171.0 (Debian 12.0.0; x86_64)', 'overloaded'],
    ['opencode/1.18.33', 'server_is_overloaded'],
  ])('tells %s that the upstream is overloaded by the code %s', async (agent, code) => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(failWith(503, { message: 'Busy.', code: 'server_is_overloaded' }));
    const socket = await openTestSocket(running, { 'user-agent': agent });
    expect(await socket.ask(hi)).toMatchObject([{ type: 'error', status: 503, error: { code } }]);
  });

  it('is cancelled when its client leaves, who pays for what was generated', async () => {
    const prices = [{ match: '*', input: 1, output: 2 }];
    const running = await openTestGateway({ formats: ['chat'], configuration: { prices } });
    hold(running);
    const socket = await openTestSocket(running);
    socket.send({ type: 'response.create', ...hi });
    socket.send({ type: 'response.create', ...hi });
    await running.upstream.whenHeld();
    socket.leave();
    await running.upstream.whenClientLeft(0);
    await expect
      .poll(() => running.store.listExchanges({ limit: 2 }))
      .toMatchObject([{ outcome: 'canceled', stream: true }]);
    const [exchange] = await running.store.listExchanges({ limit: 2 });
    expect(exchange?.chargedNanoUsd).toBeGreaterThan(0n);
    expect(running.upstream.requests).toHaveLength(1);
  });

  it('waits for a client that reads too slowly', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const text = Array.from({ length: 50 }, () => 'word '.repeat(100));
    running.upstream.script(answerWith({ text }));
    const socket = await openTestSocket(running);
    const resume = socket.stall();
    socket.send({ type: 'response.create', ...hi });
    await socket.receive(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { length } = socket.events;
    expect(typesOf(socket.events)).not.toContain('response.completed');
    resume();
    await expect.poll(() => socket.events.at(-1)).toMatchObject({ type: 'response.completed' });
    expect(socket.events.length).toBeGreaterThan(length);
  });
});

/** The fields of a record that do not depend on the time. */
function pick(record: ExchangeRecord | undefined): object {
  const { endpoint, inbound, outbound, callName, stream, outcome, status, usage } = record ?? {};
  const { chargedNanoUsd, fidelity, notes } = record ?? {};
  const facts = { endpoint, inbound, outbound, callName, stream, outcome, status, usage };
  return { ...facts, chargedNanoUsd, fidelity, notes };
}

describe('a response that continues another', () => {
  it('finds the latest one of its connection, which is not stored', async () => {
    const running = await openTestGateway({ formats: ['messages'] });
    running.upstream.script(answerWith({ text: 'Hello Ada.' }));
    const socket = await openTestSocket(running);
    const first = idOf(await socket.ask({ ...hi, input: 'I am Ada.' }));
    const next = { ...hi, input: 'Who am I?', previous_response_id: first };
    const events = await socket.ask(next);
    expect(events.at(-1)).toMatchObject({ response: { previous_response_id: first } });
    expect(running.upstream.requests[1]?.text).toMatch(/I am Ada\..*Hello Ada\..*Who am I\?/s);
    const lost = [{ type: 'error', status: 400, error: { code: 'previous_response_not_found' } }];
    expect(await socket.ask(next)).toMatchObject(lost);
    expect(await (await openTestSocket(running)).ask(next)).toMatchObject(lost);
    expect((await running.post('/v1/responses', next)).status).toBe(400);
  });

  it('finds a stored one of any request', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(answerWith({ text: 'Hello Ada.' }));
    const posted = await running.post('/v1/responses', { model: callName, input: 'I am Ada.' });
    const { id } = (await posted.json()) as { id: string };
    const socket = await openTestSocket(running);
    const stored = idOf(await socket.ask({ ...hi, store: true, previous_response_id: id }));
    const next = { model: callName, input: 'Who am I?', previous_response_id: stored };
    expect((await running.post('/v1/responses', next)).status).toBe(200);
    expect(running.upstream.requests[2]?.text).toMatch(/I am Ada\..*Hello Ada\..*Who am I\?/s);
  });

  it('may be in another lane, and a failed one forgets what it continues in its own', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const socket = await openTestSocket(running);
    const id = idOf(await socket.ask({ ...hi, stream_id: 'main' }));
    const next = { ...hi, previous_response_id: id };
    const failing = { ...next, model: 'unknown' };
    expect(await socket.ask({ ...failing, stream_id: 'fork' })).toMatchObject([{ status: 404 }]);
    expect((await socket.ask({ ...next, stream_id: 'fork' })).at(-1)).toMatchObject({
      type: 'response.completed',
      stream_id: 'fork',
    });
    await socket.ask({ ...failing, stream_id: 'main' });
    expect(await socket.ask({ ...next, stream_id: 'main' })).toMatchObject([
      { error: { code: 'previous_response_not_found' }, stream_id: 'main' },
    ]);
  });

  it('does not find one that was forgotten for others', async () => {
    const options = { limits: { rememberedLength: 5_000 } };
    const running = await openTestGateway({ formats: ['chat'], options });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const [one, other] = [await openTestSocket(running), await openTestSocket(running)];
    const id = idOf(await one.ask(hi));
    const kept = idOf(await other.ask({ ...hi, input: 'x'.repeat(3_000) }));
    expect(await one.ask({ ...hi, previous_response_id: id })).toMatchObject([{ status: 400 }]);
    const events = await other.ask({ ...hi, previous_response_id: kept });
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' });
  });

  it('may continue a request that generated nothing', async () => {
    const running = await openTestGateway({ formats: ['messages'] });
    running.upstream.script(answerWith({ text: 'Hello.' }));
    const socket = await openTestSocket(running);
    const prepared = { ...hi, instructions: 'Be brief.', input: 'I am Ada.', generate: false };
    const events = await socket.ask(prepared);
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.completed',
    ]);
    expect(events.at(-1)).toMatchObject({ response: { output: [], usage: { total_tokens: 0 } } });
    expect(running.upstream.requests).toHaveLength(0);
    await socket.ask({ ...hi, previous_response_id: idOf(events) });
    expect(running.upstream.requests[0]?.text).toMatch(/I am Ada\..*Hi/s);
    expect(await running.store.listExchanges({ limit: 9 })).toHaveLength(1);
    expect(await socket.ask({ ...prepared, model: 'unknown' })).toMatchObject([{ status: 404 }]);
  });
});

describe('the lanes of a WebSocket', () => {
  it('run one request after the other, and beside each other', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    hold(running);
    const socket = await openTestSocket(running);
    for (const lane of [undefined, undefined, 'a', 'a', 'b']) {
      socket.send({ type: 'response.create', ...hi, ...(lane && { stream_id: lane }) });
    }
    await running.upstream.whenHeld(3);
    expect(running.upstream.requests).toHaveLength(3);
    running.upstream.release();
    await running.upstream.whenHeld(2);
    running.upstream.release();
    const completed = () =>
      socket.events
        .filter(({ type }) => type === 'response.completed')
        .map((event) => event['stream_id']);
    await expect.poll(() => completed().length, { timeout: 30_000 }).toBe(5);
    expect(completed().sort()).toEqual(['a', 'a', 'b', undefined, undefined]);
  });

  it('are 32 with names at most', async () => {
    const running = await openTestGateway();
    const socket = await openTestSocket(running);
    for (let lane = 1; lane <= 33; lane++) {
      socket.send({ type: 'response.create', stream_id: `lane.${lane}`, model: 'unknown' });
    }
    await socket.receive(33);
    expect(
      socket.events.filter(({ error }) => JSON.stringify(error).includes('limit')),
    ).toMatchObject([
      { stream_id: 'lane.33', status: 400, error: { code: 'websocket_stream_limit_reached' } },
    ]);
  });

  it('let 64 requests wait', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(reshape(answerWith({ text: 'late' }), holdHead));
    const socket = await openTestSocket(running);
    for (let request = 0; request < 66; request++) socket.send({ type: 'response.create', ...hi });
    expect(await socket.receive(1)).toMatchObject([
      { type: 'error', status: 429, error: { code: 'too_many_waiting_requests' } },
    ]);
  });
});

describe('a message that is no valid request', () => {
  const create = '"type":"response.create"';
  it.each([
    ['binary', undefined, { code: 'invalid_message', param: null }],
    ['no JSON', 'Hi', { code: 'invalid_json', param: null }],
    ['a list', '[]', { code: 'invalid_json', param: null }],
    ['without a type', '{}', { code: 'invalid_value', param: 'type' }],
    ['of another type', '{"type":"session.update"}', { code: 'invalid_value', param: 'type' }],
    [
      'with a wrong stream',
      `{${create},"stream_id":""}`,
      { code: 'invalid_stream_id', param: 'stream_id' },
    ],
    [
      'for a background response',
      `{${create},"background":true}`,
      { code: 'unsupported_parameter', param: 'background' },
    ],
    [
      'without a model',
      `{${create},"input":"Hi"}`,
      { code: 'missing_required_parameter', param: 'model' },
    ],
  ])('is refused: one %s', async (_, message, error) => {
    const socket = await openTestSocket(await openTestGateway());
    socket.send(message);
    expect(await socket.receive(1)).toMatchObject([
      { type: 'error', status: 400, error: { type: 'invalid_request_error', ...error } },
    ]);
  });

  it('returns input for a running response, and nothing for an acknowledgement', async () => {
    const socket = await openTestSocket(await openTestGateway());
    socket.send({ type: 'response.processed', response_id: 'resp_1' });
    socket.send({ type: 'response.steer', previous_response_id: 'resp_1', input: 'Stop.' });
    expect(await socket.receive(1)).toMatchObject([
      {
        type: 'response.steer.failed',
        error: { code: 'steering_not_supported' },
        steer: { previous_response_id: 'resp_1', input: 'Stop.' },
      },
    ]);
  });
});

describe('a key that may no longer be used', () => {
  it('gets an error for each further request', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const socket = await openTestSocket(running);
    await socket.ask(hi);
    await running.store.changeKey('key_1', { disabled: true });
    await expect
      .poll(() => socket.ask(hi), { timeout: 30_000 })
      .toMatchObject([{ type: 'error', status: 401, error: { code: 'key_disabled' } }]);
    expect(running.log.join()).not.toContain(running.secret);
  });
});

describe('a limit of a key', () => {
  const refusals = [
    ['requests', { limits: { requestsPerMinute: 1 } }, 'true'],
    ['tokens', { limits: { tokensPerMinute: 1 } }, 'true'],
    ['quota', { limits: { quota: { nanoUsd: 1, reset: 'none' } } }, 'false'],
  ] as const;
  it.each(refusals)('counts POST requests and messages alike: %s', async (_, key, retry) => {
    const prices = [{ match: '*', input: 1, output: 2 }];
    const running = await openTestGateway({ formats: ['chat'], key, configuration: { prices } });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const body = { ...hi, stream: true };
    const posted = await running.post('/v1/responses', body);
    if (posted.ok) await posted.text();
    const refused = posted.ok ? await running.post('/v1/responses', body) : posted;
    const { error } = (await refused.json()) as { error: object };
    expect(refused.status).toBe(429);
    const [event] = await (await openTestSocket(running)).ask(hi);
    expect(event).toMatchObject({
      ...{ type: 'error', status: 429 },
      error: { ...error, headers: { 'x-should-retry': retry } },
    });
    const [message, by] = await running.store.listExchanges({ limit: 2 });
    expect(pick(message)).toEqual(pick(by));
  });

  it('counts the lanes of a WebSocket: those that run at the same time', async () => {
    const running = await openTestGateway({
      formats: ['chat'],
      key: { limits: { concurrency: 1 } },
    });
    hold(running);
    const socket = await openTestSocket(running);
    socket.send({ type: 'response.create', ...hi, stream_id: 'a' });
    await running.upstream.whenHeld();
    expect((await running.post('/v1/responses', hi)).status).toBe(429);
    expect(await socket.ask({ ...hi, stream_id: 'b' })).toContainEqual(
      expect.objectContaining({ type: 'error', status: 429, stream_id: 'b' }),
    );
    running.upstream.release();
    await expect.poll(() => socket.events.at(-1)).toMatchObject({ type: 'response.completed' });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const last = (await socket.ask({ ...hi, stream_id: 'b' })).at(-1);
    expect(last).toMatchObject({ type: 'response.completed', stream_id: 'b' });
  });

  it('ends the use of an open WebSocket when the key expires', async () => {
    const key = { expiresAt: Date.now() + 1_000 };
    const running = await openTestGateway({ formats: ['chat'], key });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const socket = await openTestSocket(running);
    await expect
      .poll(async () => (await socket.ask(hi)).at(-1), { timeout: 5_000, interval: 300 })
      .toMatchObject({ type: 'error', status: 401, error: { code: 'key_expired' } });
  });
});

describe('a WebSocket is closed', () => {
  it('when its client goes on sending without reading', async () => {
    const socket = await openTestSocket(await openTestGateway());
    socket.stall();
    for (let count = 1; count <= 50; count++) socket.send('{}');
    expect(socket.closedWith).toBeUndefined();
    for (let count = 1; count <= 200; count++) socket.send('{}');
    expect(socket.closedWith).toBe(1008);
    expect(socket.events.length).toBeLessThan(200);
  });

  it('when its client reads nothing while it is returned large inputs', async () => {
    const socket = await openTestSocket(await openTestGateway());
    const resume = socket.stall();
    const steer = { type: 'response.steer', input: 'x'.repeat(100_000) };
    socket.send(steer);
    resume();
    await new Promise((resolve) => setTimeout(resolve, 5));
    socket.stall();
    socket.send(steer);
    expect(socket.closedWith).toBeUndefined();
    socket.send(steer);
    expect(socket.closedWith).toBe(1008);
    expect(socket.events).toHaveLength(2);
  });

  it('when a message does not arrive in time', async () => {
    const options = { limits: { messageMs: 50 } };
    const socket = await openTestSocket(await openTestGateway({ options }));
    socket.begin(100_000);
    socket.send('{}');
    socket.begin(1_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.closedWith).toBeUndefined();
    socket.begin(100_000);
    await expect.poll(() => socket.closedWith).toBe(1008);
  });

  it('when there is no room for a message that arrives, beside those of others', async () => {
    const options = { limits: { bodyBytesInFlight: 300_000 } };
    const running = await openTestGateway({ options });
    const [first, second] = [await openTestSocket(running), await openTestSocket(running)];
    first.begin(200_000);
    second.begin(200_000);
    expect([first.closedWith, second.closedWith]).toEqual([undefined, 1013]);
    first.leave();
    const third = await openTestSocket(running);
    third.begin(200_000);
    expect(third.closedWith).toBeUndefined();
  });

  it('after an hour, once its responses have ended', async () => {
    const running = await openTestGateway({
      formats: ['chat'],
      options: { limits: { socketMs: 200 } },
    });
    hold(running);
    const socket = await openTestSocket(running);
    socket.send({ type: 'response.create', ...hi });
    await running.upstream.whenHeld();
    await new Promise((resolve) => setTimeout(resolve, 250));
    const limit = { status: 400, error: { code: 'websocket_connection_limit_reached' } };
    socket.send({ type: 'response.create', ...hi });
    expect(socket.events.at(-1)).toMatchObject(limit);
    expect(socket.closedWith).toBeUndefined();
    running.upstream.release();
    await vi.waitFor(() => {
      expect(socket.closedWith).toBe(1000);
    }, patienceMs);
    expect(socket.events.at(-1)).toMatchObject(limit);
    expect(typesOf(socket.events).at(-2)).toBe('response.completed');
  });

  it('with the gateway, once its responses have ended', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    hold(running);
    const [idle, busy] = [await openTestSocket(running), await openTestSocket(running)];
    busy.send({ type: 'response.create', ...hi });
    await running.upstream.whenHeld();
    const accepted = await running.gateway.connect(
      createHandshake({ authorization: `Bearer ${running.secret}` }),
    );
    const closing = running.gateway.close(5_000);
    if ('status' in accepted) throw new Error(accepted.text);
    const late = { send: () => undefined, close: vi.fn() };
    accepted.open(late);
    expect(late.close).toHaveBeenCalledWith(1001);
    expect([idle.closedWith, busy.closedWith]).toEqual([1001, undefined]);
    running.upstream.release();
    await closing;
    expect(busy.events.at(-1)).toMatchObject({ type: 'response.completed' });
    expect(busy.closedWith).toBe(1001);
  });
});
