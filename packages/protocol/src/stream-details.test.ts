// What a client sees of rarer details in streams: text that is counted, frames that close a stream, and notes.
import { describe, expect, it } from 'vitest';
import type { DialectId } from './canonical/dialect.ts';
import { noUsage } from './canonical/usage.ts';
import { codecOf } from './dialects.ts';
import { parseJson } from './json/parse.ts';
import { isJsonObject, type JsonObject } from './json/value.ts';
import { createFrameParser } from './sse/frame-parser.ts';
import { writeFrame, type SseFrame } from './sse/frame.ts';
import { replyTarget } from './testing/wire.ts';

type Fields = Readonly<Record<string, unknown>>;

function frameOf(data: Fields): SseFrame {
  const { type } = data;
  const event = typeof type === 'string' ? { event: type } : undefined;
  const frame = { ...event, data: JSON.stringify(data) };
  return { ...frame, raw: writeFrame(frame) };
}

function decode(dialect: DialectId, ...chunks: readonly Fields[]) {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'v' });
  const events = chunks.flatMap((chunk) => decoder.push(frameOf(chunk)));
  return [...events, ...decoder.end()];
}

describe('a chat stream that is passed through', () => {
  function hear(...deltas: readonly object[]): string[] {
    const heard: string[] = [];
    const observer = codecOf('openai-chat').createStreamObserver({
      ...{ model: 'm', includeUsage: false },
      onText: (text, kind) => heard.push(`${kind}: ${text}`),
    });
    for (const delta of deltas) observer.push(frameOf({ choices: [{ index: 0, delta }] }));
    return heard;
  }

  it('counts a refusal, and the input of a custom tool, as output', () => {
    const call = { index: 0, type: 'custom', custom: { name: 'run', input: 'ls' } };
    expect(hear({ refusal: 'No.' }, { tool_calls: [call] })).toEqual([
      'output: No.',
      'output: run',
      'output: ls',
    ]);
  });

  it('counts reasoning that is stated only in details, and no reasoning twice', () => {
    const details = [{ text: 'One. ' }, { summary: 'Two.' }, { data: 'gAAA' }];
    expect(hear({ reasoning_details: details })).toEqual(['reasoning: One. Two.']);
    expect(hear({ reasoning: 'One.', reasoning_details: details })).toEqual(['reasoning: One.']);
  });
});

describe('a chat stream that is translated', () => {
  const chunk = (delta: object, more: object = {}) => ({
    ...{ id: 'chatcmpl-7', object: 'chat.completion.chunk', model: 'up' },
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  const stop = { finish_reason: 'stop' };

  it('keeps the id of the reply', () => {
    const [first] = decode('openai-chat', chunk({ content: 'Hi' }), chunk({}, stop));
    expect(first).toMatchObject({ type: 'reply-start', id: 'chatcmpl-7', model: 'up' });
  });

  it('cites a source once that is stated with the text and again at the end', () => {
    const url = 'https://example.com/a';
    const citation = { url, title: 'A', start_index: 0, end_index: 2 };
    const annotations = [{ type: 'url_citation', url_citation: citation }];
    const events = decode(
      'openai-chat',
      chunk({ content: 'Hi' }),
      chunk({ annotations }),
      { ...chunk({ content: '!' }), search_results: [{ url, title: 'A' }] },
      { ...chunk({}, stop), search_results: [{ url, title: 'A' }] },
    );
    expect(events.filter(({ type }) => type === 'part-citation')).toHaveLength(1);
  });
});

it('a translated Messages stream notes that no usage was reported', () => {
  const encoder = codecOf('anthropic-messages').createStreamEncoder(replyTarget());
  encoder.push({ type: 'reply-start' });
  encoder.push({ type: 'finish', choice: 0, finish: { reason: 'stop' } });
  encoder.push({ type: 'reply-end' });
  encoder.end();
  expect(encoder.notes).toContainEqual(
    expect.objectContaining({ path: 'usage', action: 'defaulted' }),
  );
});

describe('a Responses stream', () => {
  const created = {
    type: 'response.created',
    sequence_number: 0,
    response: { id: 'r', model: 'up' },
  };
  const item = (fields: object) => ({
    ...{ type: 'response.output_item.added', sequence_number: 1, output_index: 0 },
    item: { id: 'i', status: 'in_progress', ...fields },
  });
  const place = { item_id: 'i', output_index: 0, content_index: 0 };

  function cut(...events: readonly Fields[]): JsonObject[] {
    const observer = codecOf('openai-responses').createStreamObserver({
      ...{ model: 'm', includeUsage: true, mayBeCut: true },
    });
    for (const event of [created, ...events]) observer.push(frameOf(event));
    const parser = createFrameParser();
    const text = new TextEncoder().encode(observer.cut(noUsage));
    return [...parser.push(text), ...parser.end()]
      .map(({ data }) => parseJson(data))
      .filter((event) => isJsonObject(event));
  }

  it.each([
    ['message', 'refusal', 'refusal'],
    ['message', 'output_text', 'text'],
    ['reasoning', 'reasoning_text', 'text'],
  ])('that is cut within the %s part %s repeats what was said', (kind, type, field) => {
    const events = cut(
      item({ type: kind, content: [] }),
      {
        type: 'response.content_part.added',
        sequence_number: 2,
        ...place,
        part: { type, [field]: '' },
      },
      { type: `response.${type}.delta`, sequence_number: 3, ...place, delta: 'So ' },
      { type: `response.${type}.delta`, sequence_number: 4, ...place, delta: 'far' },
    );
    expect(events.map((event) => event['type'])).toEqual([
      `response.${type}.done`,
      'response.content_part.done',
      'response.output_item.done',
      'response.incomplete',
    ]);
    expect(events[0]).toMatchObject({ ...place, [field]: 'So far', sequence_number: 5 });
    expect(events.at(-1)).toMatchObject({
      sequence_number: 8,
      response: {
        status: 'incomplete',
        model: 'm',
        output: [{ content: [{ type, [field]: 'So far' }] }],
      },
    });
  });

  it('that is cut after an item repeats the item as the upstream ended it', () => {
    const whole = {
      ...item({ type: 'message' }).item,
      status: 'completed',
      content: [],
      phase: 'x',
    };
    const [last, ...others] = cut(item({ type: 'message', content: [] }), {
      ...{ type: 'response.output_item.done', sequence_number: 2, output_index: 0 },
      item: whole,
    });
    expect(others).toEqual([]);
    expect(last).toMatchObject({ type: 'response.incomplete', response: { output: [whole] } });
  });

  it('gets the name of a frame without one, and nothing else', () => {
    const observer = codecOf('openai-responses').createStreamObserver({
      ...{ model: 'm', includeUsage: true },
    });
    const raw = 'data: {"type":"response.output_text.delta","delta":"Hi"}\n\n';
    const step = observer.push({ data: raw.slice('data: '.length, -2), raw });
    expect(step).toEqual({ action: 'relay', text: `event: response.output_text.delta\n${raw}` });
  });
});
