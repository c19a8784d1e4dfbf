import {
  type Answer,
  type Step,
  answerWith,
  createAnswer,
  holdAfter,
  reshape,
  stallAfter,
  truncate,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import {
  callName,
  chatRequest,
  messagesRequest,
  type Format,
  type TestGateway,
  type TestGatewaySettings,
} from '../testing/test-gateway.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';

function arrange(settings: TestGatewaySettings): Promise<TestGateway> {
  return openTestGateway(settings);
}

/** The requests of a client of each dialect, and the format of its streams. */
const clients = {
  chat: {
    path: '/v1/chat/completions',
    question: { ...chatRequest, stream: true },
    endMark: 'data: [DONE]',
    errorMark: /^event: error$/gm,
    keepAlive: ': keepalive',
  },
  messages: {
    path: '/v1/messages',
    question: { ...messagesRequest, stream: true },
    endMark: 'event: message_stop',
    errorMark: /^event: error$/gm,
    keepAlive: 'event: ping',
  },
  gemini: {
    path: `/v1beta/models/${callName}:streamGenerateContent?alt=sse`,
    question: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    endMark: '"finishReason":"STOP"',
    errorMark: /^data: \{"error":/gm,
    // Older Google clients stop reading at anything but data.
    keepAlive: 'data: ',
  },
  responses: {
    path: '/v1/responses',
    question: { model: callName, input: 'Hi', stream: true },
    endMark: 'event: response.completed',
    errorMark: /^event: error$/gm,
    keepAlive: ': keepalive',
  },
} as const;
const formats: readonly Format[] = ['chat', 'messages', 'gemini', 'responses'];
const pairs = formats.flatMap((client) => formats.map((upstream) => [client, upstream] as const));
const pieces = ['Part one.', 'Part two.', 'x', 'y'];

/** The number of frames of a reply until a chunk of its text is complete. */
function framesUntil(answer: Answer, text: string): number {
  const frames = answer.body.flatMap((step) =>
    'bytes' in step ? [new TextDecoder().decode(step.bytes)] : [],
  );
  return frames.findIndex((frame) => frame.includes(text)) + 1;
}

/** Sends all of a reply, the end mark of chat completions left out, but not the end of the response. */
function endWithout(answer: Answer, ...after: readonly Step[]): Answer {
  const body = answer.body.filter(
    (step) => !('bytes' in step) || !new TextDecoder().decode(step.bytes).includes('[DONE]'),
  );
  return { ...answer, body, complete: false, after };
}

function leaveOpen(answer: Answer): Answer {
  return endWithout(answer, { step: 'stall' });
}

/** Reads until the text contains what is awaited. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, awaited: string) {
  const decoder = new TextDecoder();
  for (let text = ''; ;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before ${awaited}: ${text}`);
    text += decoder.decode(value, { stream: true });
    if (text.includes(awaited)) return text;
  }
}

describe.each(pairs)('a %s client of a %s upstream', (client, format) => {
  const { path, question, endMark, errorMark, keepAlive } = clients[client];

  it('receives the end only after the exchange is recorded', async () => {
    const { store, post } = await arrange({ formats: [format] });
    const settling = store.settle.bind(store);
    let recorded = false;
    Object.assign(store, {
      settle: async (settlement: Parameters<typeof settling>[0]) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        recorded = true;
        await settling(settlement);
      },
    });
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    await readUntil(reader, endMark);
    expect(recorded).toBe(true);
    expect(store.exchanges[0]).toMatchObject({
      outcome: 'completed',
      stream: true,
      usage: { input: 12, output: 5 },
    });
  });

  it.each(['fin', 'reset', 'clean'] as const)(
    'gets what came and one error event, never a normal end, when the upstream breaks off (%s)',
    async (by) => {
      const { store, upstream, post } = await arrange({ formats: [format] });
      const script = reshape(answerWith({ text: pieces }), (answer) =>
        truncate(answer, { frames: framesUntil(answer, 'Part one.'), bytes: 9, by }),
      );
      upstream.script(script);
      const text = await (await post(path, question)).text();
      expect(text).toContain('Part one.');
      expect(text.match(errorMark)).toHaveLength(1);
      expect(text).not.toContain(endMark);
      expect(text).not.toMatch(/"(?:finish_reason|stop_reason|finishReason)":"/);
      expect(store.exchanges).toMatchObject([{ outcome: 'failed', status: 200 }]);
    },
  );

  it('gets an error event when the upstream is idle, and keep-alives until then', async () => {
    const { upstream, post } = await arrange({
      formats: [format],
      upstream: { idle_timeout: 0.8 },
      options: { limits: { keepAliveMs: 50 } },
    });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        stallAfter(answer, framesUntil(answer, 'Part one.')),
      ),
    );
    const text = await (await post(path, question)).text();
    expect(text).toContain(keepAlive);
    expect(text.match(errorMark)).toHaveLength(1);
    await upstream.whenClientLeft(0);
  });

  it('gets a normal end soon when the upstream leaves the connection of a finished reply open', async () => {
    const { store, upstream, post } = await arrange({
      formats: [format],
      options: { limits: { finishGraceMs: 50 } },
    });
    upstream.script(reshape(answerWith({ text: pieces }), leaveOpen));
    const text = await (await post(path, question)).text();
    expect(text).toContain(endMark);
    expect(text).not.toMatch(errorMark);
    expect(store.exchanges).toMatchObject([
      { outcome: 'completed', usage: { input: 12, output: 5 } },
    ]);
    await upstream.whenClientLeft(0);
  });

  it.each(['finish', 'reset'] as const)(
    'gets a normal end when the connection of a finished reply breaks (%s)',
    async (step) => {
      const { store, upstream, post } = await arrange({ formats: [format] });
      const breakOff = (answer: Answer): Answer =>
        endWithout(answer, { step: 'wait', milliseconds: 25 }, { step });
      upstream.script(reshape(answerWith({ text: pieces }), breakOff));
      const text = await (await post(path, question)).text();
      expect(text).toContain(endMark);
      expect(text).not.toMatch(errorMark);
      expect(store.exchanges).toMatchObject([
        { outcome: 'completed', usage: { input: 12, output: 5 } },
      ]);
    },
  );

  it('cancels the upstream call when it disconnects in the middle', async () => {
    const { store, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        stallAfter(answer, framesUntil(answer, 'Part one.')),
      ),
    );
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    await readUntil(reader, 'Part one.');
    await reader.cancel();
    await upstream.whenClientLeft(0);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('gets the whole stream on a host that aborts the request signal during the response', async () => {
    const { store, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        holdAfter(answer, framesUntil(answer, 'Part one.')),
      ),
    );
    const answering = new AbortController();
    const response = await post(path, question, { signal: answering.signal });
    answering.abort();
    upstream.release();
    expect(await response.text()).toContain(endMark);
    expect(store.exchanges).toMatchObject([{ outcome: 'completed' }]);
  });

  it('cancels the upstream call when it disconnects before the response', async () => {
    const { store, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({}), (answer) => ({ ...answer, before: [{ step: 'stall' }] })),
    );
    const leaving = new AbortController();
    const whole = { ...question, stream: false };
    const asking = post(path, whole, { signal: leaving.signal });
    await upstream.nextRequest();
    leaving.abort();
    await upstream.whenClientLeft(0);
    await asking.catch(() => undefined);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled', attempts: 1 }]);
  });

  it('gets an error event when the gateway shuts down during the stream', async () => {
    const { gateway, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        stallAfter(answer, framesUntil(answer, 'Part one.')),
      ),
    );
    const response = await post(path, question);
    const reading = response.text();
    await upstream.nextRequest();
    await gateway.close(50);
    const text = await reading;
    expect(text.match(errorMark)).toHaveLength(1);
    expect(text).toContain('shutting down');
  });

  it('does not block other work when it stops reading', async () => {
    const { gateway, store, upstream, post } = await arrange({ formats: [format] });
    const long = answerWith({ text: Array.from({ length: 400 }, () => 'Part two. ') });
    // The stream never ends, because otherwise its end and its usage could arrive in the same chunk.
    upstream.script(reshape(long, (answer) => holdAfter(answer, 300)));
    const response = await post(path, question);
    expect(response.status).toBe(200);
    await gateway.close(20);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', usage: { estimated: true } }]);
    await response.body?.cancel();
  });

  it('receives text as soon as it arrives', async () => {
    const { upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        holdAfter(answer, framesUntil(answer, 'Part one.')),
      ),
    );
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    expect(await readUntil(reader, 'Part one.')).not.toContain('Part two.');
    upstream.release();
    await readUntil(reader, endMark);
  });
});

it('token counts that were corrected are recorded, and are no loss in the comment of a stream', async () => {
  const { post, store, upstream } = await arrange({ formats: ['chat'] });
  const chunks = [
    { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: 12, total_tokens: 402 } },
  ];
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  upstream.script(
    createAnswer({
      headers: { 'content-type': 'text/event-stream' },
      body: body.map((data) => `data: ${data}\n\n`),
    }),
  );
  const { path, question } = clients.responses;
  const text = await (await post(path, question)).text();
  expect(text).toMatch(/^: parley-translation exact$/m);
  expect(store.exchanges[0]?.notes.map(({ action }) => action)).toContain('corrected');
});

it('a streamed response is stored only if it came to its end', async () => {
  const { post, store, upstream } = await arrange({ formats: ['chat'] });
  const { path, question } = clients.responses;
  const whole = answerWith({ text: pieces });
  const broken = reshape(whole, (answer) =>
    truncate(answer, { frames: framesUntil(answer, 'Part one.'), by: 'fin' }),
  );
  const stored: boolean[] = [];
  for (const script of [whole, broken]) {
    upstream.script(script);
    const id = /"id":"(resp_[^"]+)"/.exec(await (await post(path, question)).text())?.[1] ?? '';
    stored.push((await store.findResponse('key_1', id)) !== undefined);
  }
  expect(stored).toEqual([true, false]);
  expect(store.exchanges.map(({ attemptRecords: [one] }) => one?.errorCode)).toEqual([
    undefined,
    'upstream-unavailable',
  ]);
});
