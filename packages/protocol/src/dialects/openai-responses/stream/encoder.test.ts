import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent, PartHead, Finish } from '../../../canonical/reply.ts';
import type { CanonicalRequest, Tool } from '../../../canonical/request.ts';
import { noUsage } from '../../../canonical/usage.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { replyTarget, sendJson } from '../../../testing/wire.ts';
import { encodeReply } from '../reply/reply.ts';
import { createStreamEncoder } from './encoder.ts';
import { lintResponsesStream } from './lint.ts';

const start: CanonicalEvent = { type: 'reply-start', id: 'up', model: 'm' };
const usage: CanonicalEvent = { type: 'usage', usage: { ...noUsage, input: 3, output: 4 } };

function finish(reason: Finish['reason']): CanonicalEvent {
  return { type: 'finish', choice: 0, finish: { reason } };
}

function open(index: number, part: PartHead, choice = 0): CanonicalEvent {
  return { type: 'part-start', index, choice, part };
}

const delta = (index: number, text: string): CanonicalEvent => ({
  type: 'part-delta',
  index,
  text,
});
const close = (index: number): CanonicalEvent => ({ type: 'part-end', index });

function asked(tools: readonly Tool[]): CanonicalRequest {
  return { model: 'call-name', stream: true, includeUsage: true, turns: [], tools, sampling: {} };
}

function encode(events: readonly CanonicalEvent[], tools: readonly Tool[] = []) {
  const encoder = createStreamEncoder({ ...replyTarget(), request: asked(tools) });
  const frames = events.flatMap((event) => encoder.push(event));
  frames.push(...encoder.end());
  expect(lintResponsesStream(frames)).toEqual([]);
  return { frames, notes: encoder.notes, final: lastReply(frames) };
}

function eventOf(frame: SseFrame | undefined): JsonObject {
  const event = parseJson(frame?.data ?? '');
  return isJsonObject(event) ? event : {};
}

function lastReply(frames: readonly SseFrame[]): JsonObject {
  const { response } = eventOf(frames.at(-1));
  return isJsonObject(response) ? response : {};
}

const names = (frames: readonly SseFrame[]) => frames.map(({ event }) => event);

it('a stream whose first event is a part begins with the response', () => {
  const { frames } = encode([open(0, { type: 'text' }), delta(0, 'Hi'), close(0), finish('stop')]);
  expect(names(frames).slice(0, 3)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
  ]);
});

it('a citation that comes after its text is written with an empty text', () => {
  const citation = { url: 'https://a.test/', title: 'A' };
  const { frames, final } = encode([
    ...[open(0, { type: 'text' }), delta(0, 'See.'), close(0)],
    { type: 'part-citation', index: 0, citation },
    finish('stop'),
  ]);
  expect(names(frames)).toContain('response.output_text.annotation.added');
  const parts = frames.flatMap((frame) => eventOf(frame)['part'] ?? []);
  expect(parts).toMatchObject(Array.from({ length: 4 }, () => ({ type: 'output_text' })));
  const late = { type: 'output_text', text: '', annotations: [{ url: 'https://a.test/' }] };
  expect(final['output']).toMatchObject([
    { content: [{ type: 'output_text', text: 'See.' }, late] },
  ]);
});

it('a call of a custom tool is in progress until it has its input', () => {
  const part: PartHead = { type: 'call', id: 'a', name: 'patch', custom: true };
  const { frames } = encode([open(0, part), delta(0, 'x'), close(0), finish('calls')]);
  const items = frames.flatMap((frame) => eventOf(frame)['item'] ?? []);
  expect(items).toMatchObject([{ status: 'in_progress', input: '' }, { status: 'completed' }]);
});

describe('streams that fail', () => {
  it('end with an error in both forms and nothing after it', () => {
    const encoder = createStreamEncoder(replyTarget());
    const frames = [...encoder.push(start), ...encoder.push(open(0, { type: 'text' }))];
    frames.push(...encoder.push(delta(0, 'Par')));
    frames.push(...encoder.fail(new GatewayError('overloaded', 'Too busy.', { cause: 'secret' })));
    expect(lintResponsesStream(frames)).toEqual([]);
    expect(frames.at(-1)?.event).toBe('error');
    expect(eventOf(frames.at(-1))).toEqual({
      type: 'error',
      code: 'overloaded',
      message: 'Overloaded: Too busy.',
      param: null,
      sequence_number: 5,
      error: {
        type: 'server_error',
        code: 'overloaded',
        message: 'Overloaded: Too busy.',
        param: null,
      },
    });
  });

  it('may fail before anything else', () => {
    const frames = createStreamEncoder(replyTarget()).fail(new GatewayError('internal', 'Oops.'));
    expect(lintResponsesStream(frames)).toEqual([]);
    expect(eventOf(frames[0])).toMatchObject({ code: 'server_error', sequence_number: 0 });
  });
});

describe('the end', () => {
  it.each([
    ['stop', 'completed', null],
    ['calls', 'completed', null],
    ['stop-sequence', 'completed', null],
    ['pause', 'completed', null],
    ['length', 'incomplete', { reason: 'max_output_tokens' }],
    ['context', 'incomplete', { reason: 'max_output_tokens' }],
    ['filter', 'incomplete', { reason: 'content_filter' }],
    ['fault', 'failed', null],
  ] as const)('%s is a reply that is %s', (reason, status, details) => {
    const text = [open(0, { type: 'text' }), delta(0, 'x'), close(0)];
    const { frames, final } = encode([start, ...text, finish(reason), usage]);
    expect(frames.at(-1)?.event).toBe(`response.${status}`);
    expect(final).toMatchObject({ status, incomplete_details: details });
    expect(final['error'] === null).toBe(status !== 'failed');
  });

  it.each([
    ['length', [], 'incomplete'],
    ['filter', [], 'incomplete'],
    ['stop', [], 'completed'],
    ['length', [open(1, { type: 'text' }), delta(1, 'x'), close(1)], 'completed'],
  ] as const)('%s: reasoning before %j is %s', (reason, after, status) => {
    const thought = [open(0, { type: 'reasoning' }), delta(0, 'Hm'), close(0)];
    const { final } = encode([start, ...thought, ...after, finish(reason), usage]);
    expect(final).toHaveProperty('output.0.status', status);
  });

  it('is complete when a refusal has a reason', () => {
    const words = [open(0, { type: 'refusal' }), delta(0, 'No.'), close(0)];
    const { final } = encode([start, ...words, finish('filter'), usage]);
    expect(final).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }],
    });
  });

  it('has usage numbers even when the upstream reports none', () => {
    const { final, notes } = encode([start, finish('stop')]);
    expect(final['usage']).toEqual({
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    });
    expect(notes).toMatchObject([{ path: 'usage', action: 'defaulted' }]);
  });
});

describe('parts', () => {
  it('are written in every event that the format has for them', () => {
    const { frames } = encode([
      start,
      open(0, { type: 'reasoning' }),
      delta(0, 'Hm.'),
      close(0),
      open(1, { type: 'text' }),
      delta(1, 'Hi'),
      close(1),
      finish('stop'),
      usage,
    ]);
    expect(names(frames)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(frames.map((frame) => eventOf(frame)['sequence_number'])).toEqual(
      frames.map((_, index) => index),
    );
  });

  it('that are empty are omitted', () => {
    const empty = (index: number, type: 'text' | 'reasoning' | 'refusal') => [
      open(index, { type }),
      delta(index, ''),
      close(index),
    ];
    const { final } = encode([
      start,
      ...empty(0, 'text'),
      ...empty(1, 'reasoning'),
      ...empty(2, 'refusal'),
      finish('stop'),
      usage,
    ]);
    expect(final['output']).toEqual([]);
  });

  it('of consecutive text share a message, with their citations', () => {
    const { final, notes } = encode([
      start,
      open(0, { type: 'text' }),
      delta(0, 'One.'),
      { type: 'part-citation', index: 0, citation: { url: 'https://e.example/' } },
      { type: 'part-citation', index: 0, citation: { quote: 'words' } },
      close(0),
      open(1, { type: 'text' }),
      delta(1, 'Two.'),
      close(1),
      open(2, { type: 'call', id: 'c', name: 'f' }),
      close(2),
      open(3, { type: 'text' }),
      delta(3, 'Three.'),
      close(3),
      finish('calls'),
      usage,
    ]);
    const annotation = {
      type: 'url_citation',
      url: 'https://e.example/',
      title: '',
      start_index: 0,
      end_index: 4,
    };
    expect(final['output']).toMatchObject([
      { content: [{ text: 'One.', annotations: [annotation] }, { text: 'Two.' }] },
      { type: 'function_call', arguments: '{}', status: 'completed' },
      { content: [{ text: 'Three.' }] },
    ]);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'output' }]);
  });

  it('keep the state of reasoning and of calls, wrapped', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 'sig' } as const;
    const { final } = encode([
      start,
      open(0, { type: 'reasoning' }),
      { type: 'part-state', index: 0, providerState },
      close(0),
      open(1, { type: 'call', id: 'c', name: 'f' }),
      delta(1, '{"a":1}'),
      { type: 'part-state', index: 1, providerState },
      close(1),
      finish('calls'),
      usage,
    ]);
    expect(final['output']).toMatchObject(
      [
        { type: 'reasoning', summary: [], encrypted_content: /^parley1\./ },
        { type: 'function_call', call_id: 'c' },
        { type: 'reasoning', summary: [], encrypted_content: /^parley1call\./ },
      ].map((item) => expectMatch(item)),
    );
  });

  it('give every call an id of its own', () => {
    const call = (index: number) => [
      open(index, { type: 'call', id: 'same', name: 'f' }),
      delta(index, '{}'),
      close(index),
    ];
    const { final } = encode([start, ...call(0), ...call(1), finish('calls'), usage]);
    expect(final['output']).toMatchObject([
      { id: 'fc_x7_0', call_id: 'same' },
      { id: 'fc_x7_1', call_id: 'call_x7_1' },
    ]);
  });

  it('that overlap keep their message open until it is done', () => {
    const { final } = encode([
      start,
      open(0, { type: 'text' }),
      delta(0, 'One'),
      open(1, { type: 'call', id: 'c', name: 'f' }),
      delta(0, ' more.'),
      close(0),
      close(1),
      finish('calls'),
      usage,
    ]);
    expect(final['output']).toMatchObject([
      { type: 'message', status: 'completed', content: [{ text: 'One more.' }] },
      { type: 'function_call' },
    ]);
  });

  it('wrap the format’s own state when its id came too late', () => {
    const state = { id: 'rs_9', encrypted_content: 'gAAA' };
    const providerState = {
      vendor: 'openai',
      kind: 'encrypted',
      data: JSON.stringify(state),
    } as const;
    const events = (text: string) => [
      start,
      open(0, { type: 'reasoning' }),
      delta(0, text),
      { type: 'part-state', index: 0, providerState } as const,
      close(0),
      finish('stop'),
      usage,
    ];
    expect(encode(events('')).final['output']).toMatchObject([state]);
    expect(encode(events('Hm.')).final['output']).toMatchObject([
      expectMatch({ id: 'rs_x7_0', encrypted_content: /^parley1\./ }),
    ]);
  });

  it('lose what the format cannot hold, with notes', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 'sig' } as const;
    const { notes } = encode([
      start,
      open(0, { type: 'text' }),
      delta(0, 'Hi'),
      { type: 'part-state', index: 0, providerState },
      close(0),
      open(1, { type: 'reasoning' }),
      delta(1, 'Hm.'),
      { type: 'part-citation', index: 1, citation: { url: 'u' } },
      close(1),
      finish('stop'),
      usage,
    ]);
    expect(notes.map(({ reason }) => reason)).toEqual([
      'Only reasoning and calls have provider state.',
      'Only text can hold a citation.',
    ]);
  });

  it('note the fields of other formats', () => {
    const extras = { 'gemini-generate': { own: 1 } };
    const call = { type: 'call', id: 'c', name: 'f' } as const;
    const notesOf = (part: PartHead) =>
      encode([start, open(0, part), finish('calls'), usage]).notes;
    expect(notesOf(call)).toEqual([]);
    expect(notesOf({ ...call, extras })).toMatchObject([{ path: 'output.own', action: 'dropped' }]);
  });

  it('of other answers and other vendors are dropped with notes', () => {
    const { final, notes } = encode([
      start,
      open(0, { type: 'text' }, 1),
      open(1, { type: 'server', dialect: 'anthropic-messages', raw: { type: 'x' } }),
      close(1),
      open(2, { type: 'media', kind: 'audio', source: { by: 'file', id: 'f', vendor: 'openai' } }),
      close(2),
      finish('stop'),
      usage,
    ]);
    expect(final['output']).toEqual([]);
    expect(notes.map(({ path }) => path)).toEqual(['choices', 'output', 'output']);
    expect(notes.slice(1).map(({ reason }) => reason)).toEqual([
      'Only the anthropic-messages format has this kind of part.',
      'An answer here cannot hold this audio.',
    ]);
  });

  it('of this format and images become items', () => {
    const raw = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    const source = { by: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
    const { final } = encode([
      start,
      open(0, { type: 'server', dialect: 'openai-responses', raw }),
      close(0),
      open(1, { type: 'media', kind: 'image', source }),
      close(1),
      finish('stop'),
      usage,
    ]);
    expect(final['output']).toMatchObject([
      raw,
      { type: 'image_generation_call', result: 'iVBO', status: 'completed' },
    ]);
  });

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/webp', 'webp'],
    ['image/png', undefined],
  ])('of an image state its type: %s', (mediaType, format) => {
    const source = { by: 'bytes', mediaType, base64: 'iVBO' } as const;
    const image = open(0, { type: 'media', kind: 'image', source });
    const { final } = encode([start, image, close(0), finish('stop'), usage]);
    const stated = format === undefined ? {} : { output_format: format };
    const item = { type: 'image_generation_call', result: 'iVBO', status: 'completed' };
    expect(final['output']).toMatchObject([{ ...item, ...stated }]);
    expect(JSON.stringify(final['output']).includes('output_format')).toBe(format !== undefined);
  });

  it('that were cut off are marked as incomplete', () => {
    const { final } = encode([
      start,
      open(0, { type: 'call', id: 'c', name: 'f' }),
      delta(0, '{"a'),
      close(0),
      open(1, { type: 'text' }),
      delta(1, 'And'),
      finish('length'),
      usage,
    ]);
    expect(final['output']).toMatchObject([{ status: 'incomplete' }, { status: 'incomplete' }]);
  });
});

/** Replaces patterns by matchers. */
function expectMatch(item: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(item).map(([key, value]) => [
    key,
    value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

describe('calls of the caller’s own tools', () => {
  const tools: Tool[] = [
    { kind: 'custom', name: 'patch' },
    { kind: 'custom', name: 'ns__exec', namespace: 'ns' },
    { kind: 'function', name: 'ns__f', namespace: 'ns' },
    { kind: 'function', name: 'plain__f' },
  ];
  const call = (name: string, text: string, custom = false) => {
    const head = { type: 'call', id: 'c', name, ...(custom && { custom }) } as const;
    const events = [start, open(0, head), delta(0, text), close(0), finish('calls'), usage];
    return encode(events, tools).final['output'];
  };

  it('restore their declared namespace', () => {
    expect(call('ns__f', '{}')).toMatchObject([{ name: 'f', namespace: 'ns' }]);
    expect(call('plain__f', '{}')).toMatchObject([{ name: 'plain__f' }]);
    expect(call('plain__f', '{}')).not.toMatchObject([{ namespace: expect.anything() as unknown }]);
  });

  it('unwrap raw text from the substitute function', () => {
    expect(call('patch', '{"input":"a\\nb"}')).toMatchObject([
      { type: 'custom_tool_call', name: 'patch', input: 'a\nb' },
    ]);
    expect(call('ns__exec', '{"code":"ls"}')).toMatchObject([
      { type: 'custom_tool_call', name: 'exec', namespace: 'ns', input: 'ls' },
    ]);
  });

  it('keep raw text unchanged', () => {
    expect(call('patch', '{"input":"x"}', true)).toMatchObject([{ input: '{"input":"x"}' }]);
  });
});

describe('any answer', () => {
  it('streams as a valid stream whose last event is the whole reply', () => {
    fc.assert(
      fc.property(streamedReply({ vendor: 'anthropic' }), ({ reply, events }) => {
        const encoder = createStreamEncoder(replyTarget());
        const frames = events.flatMap((event) =>
          event.type === 'reply-end' ? encoder.end() : encoder.push(event),
        );
        expect(lintResponsesStream(frames)).toEqual([]);
        expect(lastReply(frames)).toEqual(sendJson(encodeReply(reply, replyTarget()).value));
      }),
      { numRuns: 300 },
    );
  });
});
