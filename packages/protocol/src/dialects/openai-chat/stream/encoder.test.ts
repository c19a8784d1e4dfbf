import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { GatewayError } from '../../../canonical/error.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { CanonicalEvent, CanonicalReply } from '../../../canonical/reply.ts';
import type { JsonObject } from '../../../json/value.ts';
import { noUsage } from '../../../canonical/usage.ts';
import type { ReplyTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { lintChatStream } from './lint.ts';
import { decodeRequest } from '../request/request.ts';
import { encodeReply } from '../reply/reply.ts';
import { createStreamDecoder } from './decoder.ts';
import { createStreamEncoder } from './encoder.ts';
import type { ChatChunk, ChatDelta } from '../types.ts';

const target: ReplyTarget = {
  model: 'called',
  id: 'abc',
  createdAt: 1763683200,
  names: new NameMap(),
  includeUsage: true,
};

function encode(events: readonly CanonicalEvent[], changes: Partial<ReplyTarget> = {}) {
  const encoder = createStreamEncoder({ ...target, ...changes });
  const frames: SseFrame[] = events.flatMap((event) => {
    return event.type === 'reply-end' || event.type === 'failure' ? [] : encoder.push(event);
  });
  frames.push(...encoder.end());
  return { frames, notes: encoder.notes };
}

function chunksOf(frames: readonly SseFrame[]): ChatChunk[] {
  return frames
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data) as ChatChunk);
}

function deltasOf(frames: readonly SseFrame[]): ChatDelta[] {
  return chunksOf(frames).flatMap(({ choices }) => choices.map(({ delta }) => delta));
}

/** Joins the deltas of the only choice as simple clients do: text grows, lists grow. */
function joinMessage(frames: readonly SseFrame[], choice = 0): JsonObject {
  const message: Record<string, unknown> = {};
  const calls: Record<string, unknown>[] = [];
  const deltas = chunksOf(frames).flatMap(({ choices }) => {
    return choices.filter(({ index }) => index === choice).map(({ delta }) => delta);
  });
  for (const { tool_calls: fragments, ...fields } of deltas) {
    for (const [key, value] of Object.entries(fields)) {
      const before = message[key];
      if (typeof value === 'string' && typeof before === 'string' && key !== 'role')
        message[key] = before + value;
      else if (Array.isArray(value) && Array.isArray(before))
        message[key] = [...(before as unknown[]), ...(value as unknown[])];
      else message[key] = value;
    }
    for (const { index, ...fragment } of fragments ?? []) {
      const call = (calls[index] ??= { function: { arguments: '' } });
      const text = (call['function'] as { arguments: string }).arguments;
      Object.assign(call, fragment, {
        function: {
          ...(call['function'] as object),
          ...fragment.function,
          arguments: text + (fragment.function?.arguments ?? ''),
        },
      });
    }
  }
  return { ...message, ...(calls.length > 0 && { tool_calls: calls }) } as JsonObject;
}

const say = (text: string, index = 0, choice = 0): CanonicalEvent[] => [
  { type: 'part-start', index, choice, part: { type: 'text' } },
  { type: 'part-delta', index, text },
  { type: 'part-end', index },
];
const finish: CanonicalEvent = { type: 'finish', choice: 0, finish: { reason: 'stop' } };
const start: CanonicalEvent = { type: 'reply-start' };

it('an image is written at once, and what no answer can show is noted', () => {
  const encoder = createStreamEncoder(target);
  const image = { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
  const shown = encoder.push({
    ...{ type: 'part-start', index: 0, choice: 0 },
    part: { type: 'media', kind: 'image', source: image },
  });
  expect(deltasOf(shown)).toMatchObject([
    { role: 'assistant' },
    { images: [{ image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] },
  ]);
  const video = { ...image, mediaType: 'video/mp4' };
  const hidden = encoder.push({
    ...{ type: 'part-start', index: 1, choice: 0 },
    part: { type: 'media', kind: 'video', source: video },
  });
  expect(hidden).toEqual([]);
  expect(encoder.notes).toMatchObject([{ path: 'parts', action: 'dropped' }]);
});

it('the end of a reply and a failure write nothing by themselves', () => {
  const encoder = createStreamEncoder(target);
  const error = new GatewayError('overloaded', 'Too busy.');
  expect(encoder.push({ type: 'failure', error })).toEqual([]);
  expect(encoder.push({ type: 'reply-end' })).toEqual([]);
});

describe('a stream that fails', () => {
  it('ends with a named error event with usage, and without an end mark', () => {
    const encoder = createStreamEncoder(target);
    const frames = [
      ...say('Part').flatMap((event) => encoder.push(event)),
      ...encoder.push({ type: 'usage', usage: { ...noUsage, input: 3, output: 1 } }),
      ...encoder.fail(
        new GatewayError('upstream-unavailable', 'Gone.', { reason: 'stream_interrupted' }),
      ),
    ];
    expect(frames.at(-1)?.event).toBe('error');
    expect(JSON.parse(frames.at(-1)?.data ?? '')).toMatchObject({
      error: {
        message: 'Server error: Gone.',
        type: 'upstream_error',
        param: null,
        code: 'stream_interrupted',
      },
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    });
    expect(lintChatStream(frames)).toEqual([]);
    expect(chunksOf(frames.slice(0, -1)).some(({ choices }) => choices[0]?.finish_reason)).toBe(
      false,
    );
  });

  it('never closes the arguments of a truncated call', () => {
    const encoder = createStreamEncoder(target);
    const part = { type: 'call', id: 'a', name: 'f' } as const;
    const frames = [
      ...encoder.push({ type: 'part-start', index: 0, choice: 0, part }),
      ...encoder.push({ type: 'part-delta', index: 0, text: '{"ci' }),
      ...encoder.fail(new GatewayError('upstream-timeout', 'Too slow.')),
    ];
    expect(joinMessage(frames.slice(0, -1))['tool_calls']).toMatchObject([
      { function: { arguments: '{"ci' } },
    ]);
  });
});

describe('the shape of a stream', () => {
  it('begins with the role, ends once, and has usage only on request', () => {
    const usage: CanonicalEvent = { type: 'usage', usage: { ...noUsage, input: 2, output: 1 } };
    const { frames } = encode([start, ...say('Hi'), finish, usage]);
    expect(deltasOf(frames)).toEqual([{ role: 'assistant', content: '' }, { content: 'Hi' }, {}]);
    const chunks = chunksOf(frames);
    expect(chunks.map((chunk) => chunk.usage?.total_tokens ?? null)).toEqual([null, null, null, 3]);
    expect(chunks.at(-1)?.choices).toEqual([]);
    expect(frames.at(-1)).toEqual({ data: '[DONE]' });
    const hidden = chunksOf(
      encode([start, ...say('Hi'), finish, usage], { includeUsage: false }).frames,
    );
    expect(hidden.every((chunk) => !('usage' in chunk) && chunk.choices.length === 1)).toBe(true);
  });

  it('has one id, one time and one model', () => {
    const chunks = chunksOf(encode([start, ...say('Hi'), finish]).frames);
    expect(chunks).not.toEqual([]);
    for (const { id, created, model, object } of chunks) {
      expect([id, created, model, object]).toEqual([
        'chatcmpl-abc',
        1763683200,
        'called',
        'chat.completion.chunk',
      ]);
    }
  });

  it('writes each delta at once', () => {
    const encoder = createStreamEncoder(target);
    encoder.push({ type: 'part-start', index: 0, choice: 0, part: { type: 'text' } });
    expect(encoder.push({ type: 'part-delta', index: 0, text: 'a' })).toHaveLength(1);
  });

  it('has the role even when the reply is empty', () => {
    const { frames } = encode([start, finish]);
    expect(lintChatStream(frames)).toEqual([]);
    expect(deltasOf(frames)).toEqual([{ role: 'assistant', content: '' }, {}]);
  });

  it('numbers the calls and writes the start of each once', () => {
    const call = (index: number, id: string): CanonicalEvent => ({
      type: 'part-start',
      index,
      choice: 0,
      part: { type: 'call', id, name: 'f' },
    });
    const { frames } = encode([
      start,
      ...say('Hm.', 0),
      call(1, 'a'),
      call(4, ''),
      { type: 'part-delta', index: 4, text: '{"x":' },
      { type: 'part-end', index: 1 },
      { type: 'part-delta', index: 4, text: '1}' },
      { type: 'part-end', index: 4 },
      finish,
    ]);
    expect(lintChatStream(frames)).toEqual([]);
    expect(joinMessage(frames)['tool_calls']).toMatchObject([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
      { id: 'call_abc_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
    ]);
    expect(chunksOf(frames).at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('omits provider-run tools, with one note', () => {
    const server = { type: 'server', dialect: 'anthropic-messages', raw: {} } as const;
    const { frames, notes } = encode([
      start,
      { type: 'part-start', index: 0, choice: 0, part: server },
      { type: 'part-end', index: 0 },
      ...say('At nine.', 1),
      finish,
    ]);
    expect(joinMessage(frames)).toEqual({ role: 'assistant', content: 'At nine.' });
    const reason = 'Only the anthropic-messages format has this kind of part.';
    expect(notes).toEqual([{ path: 'parts', action: 'dropped', reason }]);
  });

  it('notes what a call and a citation lose, by the parts that they belong to', () => {
    const extras = { 'gemini-generate': { own: 1 } };
    const call = { type: 'call', id: 'a', name: 'f', extras } as const;
    const { notes } = encode([
      start,
      { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 0, text: 'Hi' },
      { type: 'part-citation', index: 0, citation: { quote: 'Hi' } },
      { type: 'part-end', index: 0 },
      { type: 'part-start', index: 1, choice: 0, part: call },
      { type: 'part-delta', index: 1, text: '{"a"' },
      { type: 'part-end', index: 1 },
      finish,
    ]);
    expect(notes).toMatchObject([
      { path: 'parts.own', action: 'dropped' },
      { path: 'parts', action: 'approximated' },
      { path: 'parts.citations', action: 'dropped' },
    ]);
  });

  it('writes the citations of all texts in one chunk, and images with their index', () => {
    const source = { by: 'url', url: 'https://a.example/i.png' } as const;
    const image = { type: 'media', kind: 'image', source } as const;
    const { frames } = encode([
      start,
      ...[0, 1].flatMap((index): CanonicalEvent[] => [
        { type: 'part-start', index, choice: 0, part: { type: 'text' } },
        { type: 'part-delta', index, text: 'Hi' },
        { type: 'part-citation', index, citation: { url: 'https://a.example/' } },
        { type: 'part-end', index },
      ]),
      ...[2, 3].flatMap((index): CanonicalEvent[] => [
        { type: 'part-start', index, choice: 0, part: image },
        { type: 'part-end', index },
      ]),
      finish,
    ]);
    const deltas = deltasOf(frames);
    const cited = deltas.flatMap(({ annotations }) => (annotations ? [annotations.length] : []));
    expect(cited).toEqual([2]);
    expect(deltas.flatMap(({ images = [] }) => images)).toMatchObject([{ index: 0 }, { index: 1 }]);
  });

  it('writes citations when their text is complete', () => {
    const { frames } = encode([
      start,
      ...say('See ', 0),
      { type: 'part-start', index: 1, choice: 0, part: { type: 'text' } },
      { type: 'part-citation', index: 1, citation: { url: 'https://a.example/', title: 'A' } },
      { type: 'part-delta', index: 1, text: 'here' },
      { type: 'part-end', index: 1 },
      finish,
    ]);
    expect(joinMessage(frames)['annotations']).toEqual([
      {
        type: 'url_citation',
        url_citation: { url: 'https://a.example/', title: 'A', start_index: 4, end_index: 8 },
      },
    ]);
  });

  it('writes custom calls and refusals in their own fields', () => {
    const { frames } = encode([
      start,
      { type: 'part-start', index: 0, choice: 0, part: { type: 'refusal' } },
      { type: 'part-delta', index: 0, text: 'No.' },
      { type: 'part-end', index: 0 },
      {
        type: 'part-start',
        index: 1,
        choice: 0,
        part: { type: 'call', id: 'c', name: 'p', custom: true },
      },
      { type: 'part-delta', index: 1, text: 'raw' },
      { type: 'part-end', index: 1 },
      finish,
    ]);
    expect(lintChatStream(frames)).toEqual([]);
    expect(deltasOf(frames)).toContainEqual({ refusal: 'No.' });
    expect(deltasOf(frames)).toContainEqual({
      tool_calls: [{ index: 0, custom: { input: 'raw' } }],
    });
  });
});

describe('properties', () => {
  /** Compares what clients see; a stream says '' where a whole reply says null. */
  function expectSameReply(reply: CanonicalReply, frames: readonly SseFrame[]) {
    const whole = encodeReply(reply, target).value;
    for (const { index, message, finish_reason: reason } of whole.choices) {
      const { refusal, content, ...others } = message;
      const joined = joinMessage(frames, index);
      expect(joined).toMatchObject(others);
      expect(joined['content'] ?? '').toBe(content ?? '');
      expect(joined['refusal'] ?? null).toBe(refusal);
      const ends = chunksOf(frames).flatMap(({ choices }) => {
        return choices.filter((choice) => choice.index === index && choice.finish_reason);
      });
      expect(ends.map((choice) => choice.finish_reason)).toEqual([reason]);
    }
    expect(chunksOf(frames).at(-1)?.usage).toEqual(whole.usage);
  }

  it('a stream equals the whole reply, and is valid', () => {
    const given = streamedReply({ maxChoices: 2, vendor: 'anthropic' });
    fc.assert(
      fc.property(given, ({ reply, events }) => {
        const { frames, notes } = encode(events);
        expect(lintChatStream(frames)).toEqual([]);
        expect(notes).toEqual([]);
        expectSameReply(reply, frames);
      }),
    );
  });

  it('decoding the stream returns the reply, except for generated names', () => {
    fc.assert(
      fc.property(streamedReply({ maxChoices: 2 }), ({ reply, events }) => {
        const decoder = createStreamDecoder({ vendor: 'acme' });
        const back = encode(events).frames.flatMap((frame) => decoder.push(frame));
        expect(checkEvents(back)).toEqual([]);
        const again = assembleReply(back);
        expect(again.usage).toEqual(reply.usage);
        for (const [index, { parts, finish: end }] of reply.choices.entries()) {
          const given = parts.map((part) => {
            if (part.type !== 'reasoning') return part;
            return { ...part, providerState: { vendor: 'acme', kind: 'plain', data: part.text } };
          });
          expect(again.choices[index]?.parts).toEqual(given);
          expect(again.choices[index]?.finish.reason).toBe(end.reason);
        }
      }),
    );
  });

  it('a stream that the client sends back restores the reasoning and its provider state exactly', () => {
    fc.assert(
      fc.property(streamedReply({ vendor: 'anthropic' }), ({ reply, events }) => {
        const message = joinMessage(encode(events).frames);
        const { value } = decodeRequest({ model: 'm', messages: [message] });
        expect(value.turns[0]?.parts).toEqual(reply.choices[0]?.parts);
      }),
    );
  });
});
