import {
  codecs,
  type DialectId,
  isJsonObject,
  parseJson,
  type CanonicalEvent,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { UpstreamAnswer, UpstreamCall } from '../../ports.ts';
import { endpointUrl, modelsUrl } from '../endpoint.ts';
import { findProvider } from '../providers.ts';
import { demoBaseUrls } from './address.ts';
import { demoModels } from './models.ts';
import { createDemoTransport } from './transport.ts';

const dialects: readonly DialectId[] = ['openai-chat', 'anthropic-messages'];

function call(url: string, body?: unknown, signal = new AbortController().signal): UpstreamCall {
  const method = body === undefined ? 'GET' : 'POST';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method, url, headers: {}, signal, ...(body !== undefined && { body: text }) };
}

interface Arranged {
  readonly dialect: DialectId;
  readonly model: string;
  readonly stream?: boolean;
  readonly more?: object;
}

/** Asks a demo model; waits pass at once and are counted. */
async function ask({ dialect, model, stream = false, more = {} }: Arranged) {
  const waits: number[] = [];
  const sleep = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const transport = createDemoTransport({ now: () => 1_700_000_000_000, sleep });
  const messages = [{ role: 'user', content: 'Say "grüße 🎉" twice.' }];
  const body = { model, max_tokens: 1_000, messages, stream, ...more };
  const answer = await transport.send(call(endpointUrl(dialect, demoBaseUrls[dialect]), body));
  return { answer, waits, text: await textOf(answer) };
}

async function textOf({ body }: UpstreamAnswer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The events of a stream as the dialect's own decoder reads them. */
function eventsOf(dialect: DialectId, text: string): CanonicalEvent[] {
  const decoder = codecs[dialect].createStreamDecoder({ vendor: 'demo' });
  const frames = text.split('\n\n').filter((record) => record !== '');
  const events = frames.flatMap((record) => {
    const lines = record.split('\n');
    const event = lines.find((line) => line.startsWith('event: '))?.slice(7);
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    return decoder.push({ ...(event !== undefined && { event }), data: data.join('\n') });
  });
  return [...events, ...decoder.end()];
}

function saidIn(events: readonly CanonicalEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('');
}

function replyOf(dialect: DialectId, text: string) {
  return codecs[dialect].decodeReply(parseJson(text) ?? null, { vendor: 'demo' }).value;
}

describe.each(dialects)('the demo transport in %s', (dialect) => {
  const url = endpointUrl(dialect, demoBaseUrls[dialect]);

  it.each([
    ['no JSON', '{', 400],
    ['no request', '{}', 400],
    [
      'an unknown model',
      { model: '__proto__', max_tokens: 9, messages: [{ role: 'user', content: 'a' }] },
      404,
    ],
  ])('refuses %s in the dialect’s own form', async (_, body, status) => {
    const answer = await createDemoTransport().send(call(url, body));
    expect(answer.status).toBe(status);
    const error = parseJson(await textOf(answer)) ?? null;
    expect(
      codecs[dialect].decodeError({ status, headers: answer.headers, body: error }).upstreamStatus,
    ).toBe(status);
  });

  it.each([400, 429, 500, 529])('fails with %i on request, whole and streamed', async (status) => {
    for (const stream of [false, true]) {
      const { answer, text } = await ask({ dialect, model: `error-${String(status)}`, stream });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '2' : null);
      expect(isJsonObject(parseJson(text))).toBe(true);
    }
  });

  it('breaks off in the middle with an error event', async () => {
    const events = eventsOf(
      dialect,
      (await ask({ dialect, model: 'error-midstream', stream: true })).text,
    );
    expect(saidIn(events).length).toBeGreaterThan(20);
    expect(events.at(-1)).toMatchObject({ type: 'failure', error: { code: 'overloaded' } });
    expect((await ask({ dialect, model: 'error-midstream' })).answer.status).toBe(500);
  });

  it('breaks off in the middle without a word', async () => {
    const { text } = await ask({ dialect, model: 'cut-midstream', stream: true });
    expect(text).not.toMatch(/DONE|message_stop|error/);
    const events = eventsOf(dialect, text);
    expect(saidIn(events).length).toBeGreaterThan(20);
    expect(events.at(-1)).toMatchObject({ type: 'failure' });
    const whole = await ask({ dialect, model: 'cut-midstream' });
    expect(whole.answer.status).toBe(200);
    expect(parseJson(whole.text)).toBeUndefined();
  });

  it('is left at once when the caller leaves', async () => {
    const controller = new AbortController();
    const body = { model: 'slow', max_tokens: 9, messages: [{ role: 'user', content: 'a' }] };
    const sending = createDemoTransport().send(call(url, body, controller.signal));
    controller.abort(new Error('gone'));
    await expect(sending).rejects.toThrow('gone');
    await expect(createDemoTransport().send(call(url, body, controller.signal))).rejects.toThrow(
      'gone',
    );
  });

  it('says back what it heard, whole and streamed alike', async () => {
    const heard = 'Say "grüße 🎉" twice.';
    const whole = replyOf(dialect, (await ask({ dialect, model: 'echo' })).text);
    expect(whole.choices[0]).toMatchObject({
      parts: [{ type: 'text', text: heard }],
      finish: { reason: 'stop' },
    });
    expect(whole.usage).toMatchObject({ input: 7, output: 6 });
    const more = dialect === 'openai-chat' ? { stream_options: { include_usage: true } } : {};
    const streamed = await ask({ dialect, model: 'echo', stream: true, more });
    expect(streamed.answer.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsOf(dialect, streamed.text);
    expect(saidIn(events)).toBe(heard);
    expect(events.at(-1)).toEqual({ type: 'reply-end' });
    const usages = events.filter((event) => event.type === 'usage');
    expect(usages.at(-1)?.usage).toMatchObject({ input: 7, output: 6 });
  });

  it('is slow where its names say so', async () => {
    expect((await ask({ dialect, model: 'slow' })).waits).toEqual([3_000]);
    const { waits } = await ask({ dialect, model: 'lorem', stream: true });
    expect(waits.length).toBeGreaterThan(20);
    expect(new Set(waits)).toEqual(new Set([20]));
  });

  it('thinks and then answers', async () => {
    const events = eventsOf(
      dialect,
      (await ask({ dialect, model: 'thinking', stream: true })).text,
    );
    const begun = events
      .filter((event) => event.type === 'part-start')
      .map(({ part }) => part.type);
    expect(begun).toEqual(['reasoning', 'text']);
  });

  it('calls tools', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools =
      dialect === 'openai-chat'
        ? [{ type: 'function', function: { name: 'weather', parameters: schema } }]
        : [{ name: 'weather', input_schema: schema }];
    const reply = replyOf(dialect, (await ask({ dialect, model: 'tools', more: { tools } })).text);
    expect(reply.choices[0]).toMatchObject({
      parts: [{ type: 'call', name: 'weather' }],
      finish: { reason: 'calls' },
    });
    const events = eventsOf(
      dialect,
      (await ask({ dialect, model: 'tools', stream: true, more: { tools } })).text,
    );
    expect(parseJson(saidIn(events))).toEqual({ city: 'example' });
  });

  it('tells its models', async () => {
    const answer = await createDemoTransport().send(
      call(`${modelsUrl(dialect, demoBaseUrls[dialect])}?limit=1000`),
    );
    const list = parseJson(await textOf(answer));
    const data = isJsonObject(list) && Array.isArray(list['data']) ? list['data'] : [];
    expect(data.map((model) => isJsonObject(model) && model['id'])).toEqual([...demoModels.keys()]);
  });
});

describe('the demo provider', () => {
  it('knows no other address', async () => {
    const transport = createDemoTransport();
    for (const url of ['demo://builtin/v1/embeddings', 'https://example.com/v1/models', '']) {
      expect((await transport.send(call(url))).status).toBe(404);
      expect((await transport.send(call(url, {}))).status).toBe(404);
    }
  });

  it('lends its transport', () => {
    expect(findProvider('demo')?.transport).toBeDefined();
    expect(findProvider('demo')?.models).toContain('echo');
  });
});
