import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleReply, collectReply } from '../canonical/assemble.ts';
import { dialectIds } from '../canonical/dialect.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { readEvents, type ReplyBody } from './read-events.ts';

const recording = new URL(
  '../../fixtures/gemini-generate/signature-on-first-call.stream.sse',
  import.meta.url,
);
const text = readFileSync(recording, 'utf8');
const chat = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const hello = chat({ content: 'Hi' });
const whole = `${hello}${chat({}, 'stop')}data: [DONE]\n\n`;

async function read(body: ReplyBody, from: (typeof dialectIds)[number] = 'openai-chat') {
  const events: CanonicalEvent[] = [];
  for await (const event of readEvents(body, { from })) events.push(event);
  return events;
}

function failing(error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(error);
    },
  });
}

describe('a reply that cannot be read ends with a failure', () => {
  it.each<[string, () => ReplyBody, object]>([
    ['nothing', () => '', { code: 'upstream-unavailable', reason: 'stream_interrupted' }],
    ['an empty response', () => new Response(null), { reason: 'stream_interrupted' }],
    ['no end mark', () => hello, { reason: 'stream_interrupted' }],
    ['a page', () => '<html>Welcome</html>', { reason: 'stream_interrupted' }],
    ['half of an object', () => '{"choices":[', { reason: 'stream_interrupted' }],
    ['no JSON', () => '{choices}', { reason: 'upstream_bad_answer' }],
    ['an object that is no reply', () => '{"hello":1}', { code: 'upstream-unavailable' }],
    ['a broken connection', () => failing(new Error('socket')), { reason: 'stream_interrupted' }],
    [
      'an error in an object',
      () => '{"error":{"message":"Slow down.","code":"rate_limit_exceeded"}}',
      { code: 'rate-limited', message: 'Slow down.' },
    ],
    [
      'an error response',
      () =>
        new Response('{"error":{"message":"Wait."}}', {
          status: 429,
          headers: { 'retry-after': '7' },
        }),
      { code: 'rate-limited', retryAfter: 7 },
    ],
    ['an error page', () => new Response('<html>', { status: 502 }), { upstreamStatus: 502 }],
  ])('%s', async (_, body, error) => {
    const events = await read(body());
    expect(events.at(-1)).toMatchObject({ type: 'failure', error });
    expect(events.filter(({ type }) => type === 'failure')).toHaveLength(1);
    await expect(collectReply(readEvents(body(), { from: 'openai-chat' }))).rejects.toMatchObject(
      error,
    );
  });

  it('and a dialect that does not exist is an error of the program', () => {
    const from = 'chat' as 'openai-chat';
    expect(() => readEvents(whole, { from })).toThrow(TypeError);
  });
});

describe('a reply', () => {
  const bytes = new TextEncoder().encode(text);

  it.each<[string, () => ReplyBody]>([
    ['a text', () => text],
    ['bytes', () => bytes],
    ['a response', () => new Response(text)],
    ['a body', () => new Blob([text]).stream()],
    ['a file', () => createReadStream(recording)],
    ['a file as text', () => createReadStream(recording, { encoding: 'utf8', highWaterMark: 7 })],
    ['bytes one by one', () => Array.from(bytes, (byte) => Uint8Array.of(byte))],
    ['halves of characters', () => text.split('')],
    ['one array', () => `[${text.replaceAll(/^data: (.*)\n\n/gm, '$1,').replace(/,\s*$/, ']')}`],
  ])('is the same from %s', async (_, body) => {
    const events = await read(body(), 'gemini-generate');
    expect(events).toEqual(await read(text, 'gemini-generate'));
    const reply = await collectReply(readEvents(body(), { from: 'gemini-generate' }));
    expect(reply).toEqual(assembleReply(events));
  });

  it.each(dialectIds)('in %s is read whole, too', async (from) => {
    const reply = await collectReply(readEvents(JSON.stringify(plainReplies[from]), { from }));
    expect(reply).toMatchObject({
      choices: [{ parts: [{ type: 'text' }], finish: { reason: 'stop' } }],
      usage: { input: 9, output: 3 },
    });
  });

  it('has notes on what was not read', async () => {
    const events = readEvents(chat({ content: 'Hi', audio: { id: 'a' } }) + whole, {
      from: 'openai-chat',
    });
    for await (const { type } of events) if (type === 'finish') break;
    expect(events.notes).toMatchObject([{ path: 'audio', action: 'dropped' }]);
  });

  it('is cancelled when the loop is left', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(hello)),
      cancel() {
        cancelled = true;
      },
    });
    for await (const { type } of readEvents(body, { from: 'openai-chat' })) {
      if (type === 'part-delta') break;
    }
    expect(cancelled).toBe(true);
  });

  it('keeps the vendor of its state', async () => {
    const options = { from: 'gemini-generate', vendor: 'proxy' } as const;
    const reply = await collectReply(readEvents(text, options));
    expect(JSON.stringify(reply)).toContain('"vendor":"proxy"');
  });
});
