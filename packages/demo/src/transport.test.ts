import {
  type CanonicalEvent,
  type CanonicalRequest,
  codecOf,
  createFrameParser,
  type DialectId,
  dialectIds,
  guessProfile,
  isJsonObject,
  type JsonObject,
  parseJson,
  type SseFrame,
} from '@parley/protocol';
import {
  lintChatStream,
  lintGeminiStream,
  lintMessagesStream,
  lintResponsesStream,
} from '@parley/protocol/testing';
import { describe, expect, it } from 'vitest';
import { countingDialects, countUrl, generationUrl } from './testing/addresses.ts';
import { createDemoTransport } from './transport.ts';
import type { DemoAnswer, DemoCall } from './types.ts';

/** Matches the end of a complete stream. */
const endMark = /\[DONE\]|message_stop|finishReason|response\.(?:completed|incomplete)/;
const errorMark = /"error":\{/;

function call(url: string, body?: unknown, signal = new AbortController().signal): DemoCall {
  const method = body === undefined ? 'GET' : 'POST';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method, url, signal, ...(body !== undefined && { body: text }) };
}

function bodyOf(dialect: DialectId, model: string, more: Partial<CanonicalRequest>): JsonObject {
  const request: CanonicalRequest = {
    model,
    stream: false,
    includeUsage: true,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Say "grüße 🎉" twice.' }] }],
    tools: [],
    sampling: {},
    maxOutputTokens: 1_000,
    ...more,
  };
  const target = { model, vendor: 'demo', profile: guessProfile(model) };
  return codecOf(dialect).encodeRequest(request, target).value.body;
}

/** Sends a request to a demo model; waits are counted and resolve at once. */
async function ask(dialect: DialectId, model: string, more: Partial<CanonicalRequest> = {}) {
  const waits: number[] = [];
  const sleep = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const transport = createDemoTransport({ now: () => 1_700_000_000_000, sleep });
  const url = generationUrl(dialect, model, more.stream);
  const answer = await transport.send(call(url, bodyOf(dialect, model, more)));
  return { answer, waits, text: await textOf(answer) };
}

const stream = { stream: true } as const;

async function textOf({ body }: DemoAnswer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const lints: Record<DialectId, (frames: readonly SseFrame[]) => string[]> = {
  'openai-chat': lintChatStream,
  'anthropic-messages': lintMessagesStream,
  'gemini-generate': lintGeminiStream,
  'openai-responses': lintResponsesStream,
};

function framesOf(text: string): SseFrame[] {
  const parser = createFrameParser();
  return [...parser.push(new TextEncoder().encode(text)), ...parser.end()];
}

/** Decodes a stream with the dialect's own decoder. */
function eventsOf(dialect: DialectId, text: string): CanonicalEvent[] {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'demo' });
  const events = framesOf(text).flatMap((frame) => decoder.push(frame));
  return [...events, ...decoder.end()];
}

function textIn(events: readonly CanonicalEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('');
}

function replyOf(dialect: DialectId, text: string) {
  return codecOf(dialect).decodeReply(parseJson(text) ?? null, { vendor: 'demo' }).value;
}

describe.each(dialectIds)('the demo transport in %s', (dialect) => {
  it.each([
    { what: 'no JSON', model: 'echo', text: '{', status: 400 },
    { what: 'no request', model: 'echo', text: '{}', status: 400 },
    { what: 'an unknown model', model: '__proto__', status: 404 },
    { what: 'a talk with the model that embeds', model: 'embed', status: 400 },
  ])('refuses $what in the dialect’s own form', async ({ model, text, status }) => {
    const body = text ?? bodyOf(dialect, model, {});
    const answer = await createDemoTransport().send(call(generationUrl(dialect, model), body));
    expect(answer.status).toBe(status);
    const error = parseJson(await textOf(answer)) ?? null;
    expect(isJsonObject(error) && isJsonObject(error['error'])).toBe(true);
    expect(
      codecOf(dialect).decodeError({ status, headers: answer.headers, body: error }).upstreamStatus,
    ).toBe(status);
  });

  it.each([400, 429, 500, 529])('fails with %i on request, whole and streamed', async (status) => {
    for (const more of [{}, stream]) {
      const { answer, text } = await ask(dialect, `error-${String(status)}`, more);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '2' : null);
      expect(isJsonObject(parseJson(text))).toBe(true);
    }
  });

  it('breaks off in the middle with an error event', async () => {
    const { text } = await ask(dialect, 'error-midstream', stream);
    expect(text).toMatch(errorMark);
    expect(text).not.toMatch(endMark);
    const events = eventsOf(dialect, text);
    expect(textIn(events).length).toBeGreaterThan(20);
    expect(events.at(-1)).toMatchObject({ type: 'failure', error: { code: 'overloaded' } });
    expect((await ask(dialect, 'error-midstream')).answer.status).toBe(500);
  });

  it.each(['echo', 'lorem', 'thinking', 'tools', 'json', 'error-midstream'])(
    'writes a sound stream for %s',
    async (model) => {
      const tools = [{ kind: 'function', name: 'weather', schema: { type: 'object' } }] as const;
      const { text } = await ask(dialect, model, { ...stream, tools });
      expect(lints[dialect](framesOf(text))).toEqual([]);
    },
  );

  it('breaks off in the middle without an error event', async () => {
    const { text } = await ask(dialect, 'cut-midstream', stream);
    expect(text).not.toMatch(endMark);
    expect(text).not.toMatch(errorMark);
    const events = eventsOf(dialect, text);
    expect(textIn(events).length).toBeGreaterThan(20);
    expect(events.at(-1)).toMatchObject({ type: 'failure' });
    const whole = await ask(dialect, 'cut-midstream');
    expect(whole.answer.status).toBe(200);
    expect(parseJson(whole.text)).toBeUndefined();
  });

  it('ends at once when the client disconnects', async () => {
    const controller = new AbortController();
    const asked = call(
      generationUrl(dialect, 'slow'),
      bodyOf(dialect, 'slow', {}),
      controller.signal,
    );
    const sending = createDemoTransport().send(asked);
    controller.abort(new Error('gone'));
    await expect(sending).rejects.toThrow('gone');
    await expect(createDemoTransport().send(asked)).rejects.toThrow('gone');
  });

  it('repeats the prompt, whole and streamed', async () => {
    const heard = 'Say "grüße 🎉" twice.';
    const whole = replyOf(dialect, (await ask(dialect, 'echo')).text);
    expect(whole.choices[0]).toMatchObject({
      parts: [{ type: 'text', text: heard }],
      finish: { reason: 'stop' },
    });
    expect(whole.usage).toMatchObject({ input: 7, output: 6 });
    const streamed = await ask(dialect, 'echo', stream);
    expect(streamed.answer.headers.get('content-type')).toContain('text/event-stream');
    expect(streamed.text).toMatch(endMark);
    const events = eventsOf(dialect, streamed.text);
    expect(textIn(events)).toBe(heard);
    expect(events.at(-1)).toEqual({ type: 'reply-end' });
    const usages = events.filter((event) => event.type === 'usage');
    expect(usages.at(-1)?.usage).toMatchObject({ input: 7, output: 6 });
  });

  it('is slow for the slow models', async () => {
    expect((await ask(dialect, 'slow')).waits).toEqual([3_000]);
    const { waits } = await ask(dialect, 'lorem', stream);
    expect(waits.length).toBeGreaterThan(20);
    expect(new Set(waits)).toEqual(new Set([20]));
  });

  it('replies with reasoning, whole and streamed', async () => {
    // Where reasoning is only shown on request, its provider state follows the text.
    const both = ['reasoning', 'text'];
    const whole = replyOf(dialect, (await ask(dialect, 'thinking')).text);
    expect(whole.choices[0]?.parts.map(({ type }) => type).toSorted()).toEqual(both);
    const events = eventsOf(dialect, (await ask(dialect, 'thinking', stream)).text);
    const begun = events.flatMap((event) => (event.type === 'part-start' ? event.part.type : []));
    expect(begun.toSorted()).toEqual(both);
  });

  it('calls tools', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools = [{ kind: 'function', name: 'weather', schema }] as const;
    const reply = replyOf(dialect, (await ask(dialect, 'tools', { tools })).text);
    expect(reply.choices[0]).toMatchObject({
      parts: [{ type: 'call', name: 'weather' }],
      finish: { reason: 'calls' },
    });
    const events = eventsOf(dialect, (await ask(dialect, 'tools', { ...stream, tools })).text);
    expect(parseJson(textIn(events))).toEqual({ city: 'example' });
  });

  it('fills a schema', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const outputFormat = { type: 'schema', name: 'place', schema } as const;
    const reply = replyOf(dialect, (await ask(dialect, 'json', { outputFormat })).text);
    expect(isJsonObject(parseJson(textBy(reply)))).toBe(true);
  });
});

function textBy({ choices }: ReturnType<typeof replyOf>): string {
  const parts = choices[0]?.parts ?? [];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe.each(countingDialects)('counting tokens in %s', (dialect) => {
  const send = async (model: string, body: unknown) => {
    const url = countUrl(dialect, model);
    const answer = await createDemoTransport().send(call(url, body));
    return { status: answer.status, body: parseJson(await textOf(answer)) };
  };
  const countingBody = (model: string) =>
    codecOf(dialect).tokenCounting?.fromRequest(bodyOf(dialect, model, {}), model);

  it('rejects what generation would reject', async () => {
    expect((await send('echo', '{')).status).toBe(400);
    expect((await send('nobody', countingBody('nobody'))).status).toBe(404);
    expect((await send('error-429', countingBody('error-429'))).status).toBe(429);
  });

  it('equals the usage of the reply', async () => {
    const counted = await send('echo', countingBody('echo'));
    expect(counted.status).toBe(200);
    expect(codecOf(dialect).tokenCounting?.decodeCount(counted.body)).toBe(7);
  });
});

describe('the demo transport', () => {
  it('stores no responses', async () => {
    const body = { model: 'echo', input: 'a', previous_response_id: 'resp_1' };
    const answer = await createDemoTransport().send(
      call(generationUrl('openai-responses', 'echo'), body),
    );
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain('previous_response_not_found');
  });

  it('has no other path', async () => {
    const transport = createDemoTransport();
    for (const url of ['demo://builtin/v1/images', 'https://example.com/v1/models', '']) {
      expect((await transport.send(call(url))).status).toBe(404);
      expect((await transport.send(call(url, {}))).status).toBe(404);
    }
  });
});
