import { answerWith, reshape, stallAfter, truncate, holdAfter } from '@parley/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  chatQuestion,
  messagesQuestion,
  setStage,
  type Format,
  type Stage,
  type StageSettings,
} from '../testing/stage.ts';

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

async function arrange(settings: StageSettings): Promise<Stage> {
  stage = await setStage(settings);
  return stage;
}

const formats: readonly Format[] = ['chat', 'messages'];
const paths = {
  chat: ['/v1/chat/completions', { ...chatQuestion, stream: true }],
  messages: ['/v1/messages', { ...messagesQuestion, stream: true }],
} as const;
const endMarks = { chat: 'data: [DONE]', messages: 'event: message_stop' };
/** How many frames an upstream needs until the first piece of its text is out. */
const framesOfPartOne = { chat: 2, messages: 4 };
const pairs = formats.flatMap((client) => formats.map((upstream) => [client, upstream] as const));

/** Reads until the text holds what is awaited. */
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
  const [path, question] = paths[client];

  it('sees the end only when the exchange is recorded', async () => {
    const { store, post } = await arrange({ formats: [format] });
    const recording = store.recordExchange.bind(store);
    let recorded = false;
    Object.assign(store, {
      recordExchange: async (record: Parameters<typeof recording>[0]) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        recorded = true;
        await recording(record);
      },
    });
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    await readUntil(reader, endMarks[client]);
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
      const script = reshape(answerWith({ text: ['Part one.', 'Part two.', 'x'] }), (answer) =>
        truncate(answer, { frames: 4, bytes: 9, by }),
      );
      upstream.script(script);
      const text = await (await post(path, question)).text();
      expect(text).toContain('Part one.');
      expect(text.match(/^event: error$/gm)).toHaveLength(1);
      expect(text).not.toContain(endMarks[client]);
      expect(text).not.toMatch(/"(?:finish_reason|stop_reason)":"/);
      expect(store.exchanges).toMatchObject([{ outcome: 'failed', status: 200 }]);
    },
  );

  it('gets an error event when the upstream falls silent, and signs of life until then', async () => {
    const { upstream, post } = await arrange({
      formats: [format],
      upstream: { idle_timeout: 0.3 },
      options: { limits: { keepAliveMs: 50 } },
    });
    upstream.script(
      reshape(answerWith({ text: ['Part one.', 'x'] }), (answer) => stallAfter(answer, 4)),
    );
    const text = await (await post(path, question)).text();
    expect(text).toContain(client === 'chat' ? ': keepalive' : 'event: ping');
    expect(text.match(/^event: error$/gm)).toHaveLength(1);
    await upstream.whenClientLeft(0);
  });

  it('takes the upstream call with it when it leaves in the middle', async () => {
    const { store, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: ['Part one.', 'x'] }), (answer) => stallAfter(answer, 4)),
    );
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    await readUntil(reader, 'Part one.');
    await reader.cancel();
    await upstream.whenClientLeft(0);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('takes the upstream call with it when it leaves before the answer', async () => {
    const { store, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({}), (answer) => ({ ...answer, before: [{ step: 'stall' }] })),
    );
    const leaving = new AbortController();
    const asking = post(path, { ...question, stream: false }, { signal: leaving.signal });
    await upstream.nextRequest();
    leaving.abort();
    await upstream.whenClientLeft(0);
    await asking.catch(() => undefined);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled', attempts: 1 }]);
  });

  it('gets an error event when the gateway must stop while it streams', async () => {
    const { gateway, upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: ['Part one.', 'x'] }), (answer) => stallAfter(answer, 4)),
    );
    const response = await post(path, question);
    const reading = response.text();
    await upstream.nextRequest();
    await gateway.close(50);
    const text = await reading;
    expect(text.match(/^event: error$/gm)).toHaveLength(1);
    expect(text).toContain('shutting down');
  });

  it('is not kept waiting for text that is there', async () => {
    const { upstream, post } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: ['Part one.', 'Part two.'] }), (answer) =>
        holdAfter(answer, framesOfPartOne[format]),
      ),
    );
    const reader = (await post(path, question)).body?.getReader();
    if (reader === undefined) throw new Error('There is no body.');
    expect(await readUntil(reader, 'Part one.')).not.toContain('Part two.');
    upstream.release();
    await readUntil(reader, endMarks[client]);
  });
});
