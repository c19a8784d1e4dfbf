import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { checkEvents } from '../canonical/event-lint.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import { codecOf } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { writeFrame, type SseFrame } from '../sse/frame.ts';
import { framesOf } from '../testing/recordings.ts';
import { writeReplyStream } from '../testing/reply-streams.ts';
import { createStreamTranslator } from '../translate/stream.ts';

/** A call whose arguments come in two pieces, as each format has it. */
const replies: Readonly<Record<DialectId, JsonObject>> = {
  'openai-chat': {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Well.',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  },
  'anthropic-messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm' },
    content: [
      { type: 'text', text: 'Well.' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  'gemini-generate': {
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [{ text: 'Well.' }, { functionCall: { name: 'f', args: { a: 1 } } }],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
  },
  'openai-responses': {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
    output: [
      {
        ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: 'Well.', annotations: [] }],
      },
      {
        ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', status: 'completed' },
        ...{ name: 'f', arguments: '{"a":1}' },
      },
    ],
    usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
  },
};

/** The frames of a stream with a call, named as the format names them. */
function streamOf(dialect: DialectId): SseFrame[] {
  const frames = framesOf(writeReplyStream(dialect, replies[dialect]));
  if (dialect === 'openai-chat' || dialect === 'gemini-generate') return frames;
  return frames.map(({ data }) => {
    const { type } = JSON.parse(data) as { type: string };
    return { event: type, data, raw: writeFrame({ event: type, data }) };
  });
}

function decode(dialect: DialectId, frames: readonly SseFrame[]) {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'acme' });
  const events = [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
  return { events, notes: decoder.notes };
}

function watch(dialect: DialectId, frames: readonly SseFrame[]) {
  const target = { model: 'm', includeUsage: true, onText: () => undefined };
  const observer = codecOf(dialect).createStreamObserver(target);
  const steps = [...frames.map((frame) => observer.push(frame)), observer.end()];
  const text = steps.map((step) => ('text' in step ? step.text : '')).join('');
  return {
    text,
    ends: steps.filter(({ action }) => action === 'end' || action === 'fail'),
    observer,
  };
}

/** What a translation for another format's client says of the stream. */
function translate(from: DialectId, to: DialectId, frames: readonly SseFrame[]) {
  const options = { from, to, vendor: 'acme', model: 'm', id: '1', now: () => 1 };
  const translator = createStreamTranslator(options);
  translator.push(frames.map(writeFrame).join(''));
  translator.end();
  return translator;
}

const isEnd = ({ type }: CanonicalEvent): boolean => type === 'reply-end' || type === 'failure';

/** Half of what was sent: what it said is lost. */
function halve(frame: SseFrame): SseFrame {
  const data = frame.data.slice(0, -9);
  return { ...frame, data, raw: writeFrame({ ...frame, data }) };
}

const lost = [{ path: 'stream', action: 'dropped' }];

describe.each(dialectIds)('a stream of %s', (dialect) => {
  const frames = streamOf(dialect);
  const places = frames.map((_, at) => at).slice(1, dialect === 'openai-chat' ? -4 : -1);

  it.each(places)('fails, once, where its frame %i is half an event', (at) => {
    const broken = frames.with(at, halve(frames[at] ?? { data: '' }));
    const { events } = decode(dialect, broken);
    expect(events.filter(isEnd)).toMatchObject([
      { type: 'failure', error: { reason: 'stream_interrupted' } },
    ]);
    expect(checkEvents(events)).toEqual([]);
    const { ends, text } = watch(dialect, broken);
    expect(ends).toMatchObject([{ action: 'fail', error: { reason: 'stream_interrupted' } }]);
    expect(decode(dialect, framesOf(text)).events.filter(isEnd)).toMatchObject([
      { type: 'failure' },
    ]);
  });

  it('goes on without an event that has a name and no data, with a note', () => {
    const texts = frames.map(writeFrame).toSpliced(2, 0, 'event: content_block_delta\n\n');
    const more = framesOf(texts.join(''));
    expect(decode(dialect, more).events).toEqual(decode(dialect, frames).events);
    expect(decode(dialect, more).notes).toMatchObject(lost);
    const { text, observer } = watch(dialect, more);
    expect(text).toBe(watch(dialect, frames).text);
    expect(observer.notes).toMatchObject(lost);
    const unread = codecOf(dialect).createStreamObserver({ model: 'm', includeUsage: true });
    expect(more.map((frame) => unread.push(frame).action)[2]).toBe('drop');
  });

  it.each(['event: ping', 'event: keep-alive', ': comment', 'id: 7', 'event: ping\ndata:'])(
    'goes on without %s, which keeps its connection alive',
    (record) => {
      const texts = frames.map(writeFrame).toSpliced(2, 0, `${record}\n\n`);
      const more = framesOf(texts.join(''));
      expect(decode(dialect, more)).toEqual(decode(dialect, frames));
      const { text, observer } = watch(dialect, more);
      expect(text).toBe(watch(dialect, frames).text);
      expect(observer.notes).toEqual([]);
    },
  );

  it.each(['overloaded, try later', 'null', '42', '[1]'])(
    'goes on without %s, with a note',
    (data) => {
      const more = frames.toSpliced(2, 0, { data });
      const { events, notes } = decode(dialect, more);
      expect(events).toEqual(decode(dialect, frames).events);
      expect(notes).toMatchObject(lost);
      const { text, observer } = watch(dialect, more);
      expect(text).toBe(watch(dialect, frames).text);
      expect(observer.notes).toMatchObject(lost);
    },
  );
});

describe.each(['anthropic-messages', 'openai-responses'] as const)('a stream of %s', (dialect) => {
  const frames = streamOf(dialect);

  it.each(frames.map(({ event }, at) => [at, event]))(
    'is read by the types of its events where frame %i has another name than %s',
    (at) => {
      const named = { event: 'messXge', data: frames[at]?.data ?? '' };
      const broken = frames.with(at, { ...named, raw: writeFrame(named) });
      expect(decode(dialect, broken).events).toEqual(decode(dialect, frames).events);
      const { text, ends } = watch(dialect, broken);
      expect(text).toBe(watch(dialect, frames).text);
      expect(ends).toMatchObject([{ action: 'end' }]);
    },
  );
});

it.each([
  ['openai-chat', '{"choices":[],"usage":{"prompt_to'],
  ['gemini-generate', '{"usageMetadata":{"promptTo'],
] as const)(
  'a stream of %s whose choices have ended may end with half an event',
  (dialect, data) => {
    const whole = streamOf(dialect).filter(({ data: text }) => !text.startsWith('['));
    const { events, notes } = decode(dialect, [...whole, { data }]);
    expect(events.filter(isEnd)).toEqual([{ type: 'reply-end' }]);
    expect(notes).toMatchObject(lost);
    expect(watch(dialect, [...whole, { data }]).ends).toMatchObject([{ action: 'end' }]);
  },
);

describe.each([
  ['openai-chat', '"arguments":":1}"'],
  ['openai-chat', '"arguments":"{\\"a\\""'],
  ['anthropic-messages', '"partial_json":":1}"'],
  ['anthropic-messages', '"partial_json":"{\\"a\\""'],
] as const)('a stream of %s with a call that lacks the piece %s', (dialect, piece) => {
  const frames = streamOf(dialect);
  const cut = frames.filter(({ data }) => !data.includes(piece));

  it.each(dialectIds.filter((to) => to !== dialect))('leaves a note for a client of %s', (to) => {
    expect(cut).toHaveLength(frames.length - 1);
    expect(translate(dialect, to, frames).notes).toEqual([]);
    const { state, notes } = translate(dialect, to, cut);
    expect(state).toBe('ended');
    expect(notes).toMatchObject([{ reason: expect.stringMatching(/no JSON object/) as string }]);
  });
});

it('a Responses stream whose last event has an unknown type ends by its name', () => {
  const frames = streamOf('openai-responses');
  const last = frames.at(-1)?.data.replace('"response.completed"', '"response.complXted"') ?? '';
  const broken = frames.with(-1, { event: 'response.completed', data: last });
  const { text, ends } = watch('openai-responses', broken);
  expect(ends).toMatchObject([{ action: 'end' }]);
  expect(decode('openai-responses', framesOf(text)).events.at(-1)?.type).toBe('reply-end');
  expect(text).not.toContain('complXted');
});

it('a Responses stream whose repetition has other text leaves a note', () => {
  const frames = streamOf('openai-responses');
  expect(decode('openai-responses', frames).notes).toEqual([]);
  const cut = frames.filter(({ data }) => !data.includes('"delta":"Wel"'));
  expect(cut).toHaveLength(frames.length - 1);
  expect(decode('openai-responses', cut).notes).toMatchObject([
    { path: 'output', action: 'dropped' },
  ]);
});
