import { describe, expect, it } from 'vitest';
import { noUsage } from '../../../canonical/usage.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { framesOf } from '../../../testing/recordings.ts';
import { createStreamObserver } from './observer.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

const place = { item_id: 'i', output_index: 0 };
const response = { id: 'r', model: 'up' };
const usage = { ...noUsage, input: 3, output: 4 };

function open(item: object, position = 0): Event {
  const opened = { id: 'i', status: 'in_progress', ...item };
  return { type: 'response.output_item.added', output_index: position, item: opened };
}

/** Lets events pass, ends the stream, and returns the events that end it. */
function cut(...events: readonly Event[]): JsonObject[] {
  const observer = createStreamObserver({ model: 'm', includeUsage: true, mayBeCut: true });
  [{ type: 'response.created', response }, ...events].forEach((event, at) => {
    const data = JSON.stringify({ ...event, sequence_number: at });
    observer.push({ event: event.type, data });
  });
  return framesOf(observer.cut(usage))
    .map(({ data }) => parseJson(data))
    .filter((event) => isJsonObject(event));
}

function typesOf(events: readonly JsonObject[]) {
  return events.map(({ type }) => type);
}

function outputOf(events: readonly JsonObject[]) {
  const last = events.at(-1)?.['response'];
  return isJsonObject(last) ? last['output'] : undefined;
}

const parts = [
  { kind: 'message', type: 'refusal', field: 'refusal' },
  { kind: 'message', type: 'output_text', field: 'text' },
  { kind: 'reasoning', type: 'reasoning_text', field: 'text' },
  { kind: 'reasoning', type: 'summary_text', field: 'text' },
].map((part) => {
  const isSummary = part.type === 'summary_text';
  return {
    ...part,
    list: isSummary ? 'summary' : 'content',
    counter: isSummary ? 'summary_index' : 'content_index',
    partEvent: isSummary ? 'response.reasoning_summary_part' : 'response.content_part',
    textEvent: isSummary ? 'response.reasoning_summary_text' : `response.${part.type}`,
  };
});

describe.each(parts)(
  'a Responses stream that is cut within the $kind part $type',
  ({ kind, type, field, list, counter, partEvent, textEvent }) => {
    const part = { ...place, [counter]: 0 };
    const begun = [
      open({ type: kind, [list]: [] }),
      { type: `${partEvent}.added`, ...part, part: { type, [field]: '', own: 1 } },
      { type: `${textEvent}.delta`, ...part, delta: 'So ' },
      { type: `${textEvent}.delta`, ...part, delta: 'far' },
    ];
    const whole = { type, [field]: 'So far', own: 1 };

    it('repeats what was said in every event that ends it', () => {
      const item = { id: 'i', status: 'incomplete', type: kind, [list]: [whole] };
      const logprobs = type === 'output_text' ? { logprobs: [] } : {};
      expect(cut(...begun)).toMatchObject([
        { type: `${textEvent}.done`, ...part, [field]: 'So far', sequence_number: 5 },
        { type: `${partEvent}.done`, ...part, part: whole, sequence_number: 6 },
        { type: 'response.output_item.done', output_index: 0, item, sequence_number: 7 },
        { type: 'response.incomplete', response: { output: [item] }, sequence_number: 8 },
      ]);
      expect(cut(...begun)[0]).toEqual({
        ...{ type: `${textEvent}.done`, ...part, [field]: 'So far', sequence_number: 5 },
        ...logprobs,
      });
    });

    it('does not send its whole text twice', () => {
      const said = { type: `${textEvent}.done`, ...part, [field]: 'So far' };
      const events = cut(...begun, said);
      expect(typesOf(events)).toEqual([
        `${partEvent}.done`,
        'response.output_item.done',
        'response.incomplete',
      ]);
      expect(events[0]).toMatchObject({ part: whole });
    });

    it('keeps a part as the upstream ended it', () => {
      const ended = { ...whole, [field]: 'As it ended' };
      const events = cut(...begun, { type: `${partEvent}.done`, ...part, part: ended });
      expect(typesOf(events)).toEqual(['response.output_item.done', 'response.incomplete']);
      expect(outputOf(events)).toMatchObject([{ [list]: [ended] }]);
    });
  },
);

describe.each([
  ['function_call', 'response.function_call_arguments', 'arguments'],
  ['custom_tool_call', 'response.custom_tool_call_input', 'input'],
])('a Responses stream that is cut within a %s', (type, textEvent, field) => {
  const begun = [
    open({ type, call_id: 'c', name: 'f', [field]: '' }),
    { type: `${textEvent}.delta`, ...place, delta: '{"a"' },
    { type: `${textEvent}.delta`, ...place, delta: ':1' },
  ];
  const item = { ...{ id: 'i', type, call_id: 'c', name: 'f' }, status: 'incomplete' };

  it('repeats what was said in every event that ends it', () => {
    const said = { [field]: '{"a":1' };
    const whole = { ...item, ...said };
    expect(cut(...begun)).toEqual([
      { type: `${textEvent}.done`, ...place, ...said, sequence_number: 4 },
      { type: 'response.output_item.done', output_index: 0, item: whole, sequence_number: 5 },
      expect.objectContaining({ type: 'response.incomplete', sequence_number: 6 }),
    ]);
    expect(outputOf(cut(...begun))).toEqual([whole]);
  });

  it('does not send its whole text twice', () => {
    const events = cut(...begun, { type: `${textEvent}.done`, ...place, [field]: '{"a":1' });
    expect(typesOf(events)).toEqual(['response.output_item.done', 'response.incomplete']);
    expect(outputOf(events)).toEqual([{ ...item, [field]: '{"a":1' }]);
  });
});

describe('a Responses stream that is cut', () => {
  const call = { type: 'web_search_call', action: { query: 'q' } };
  const message = { type: 'message', content: [] };

  it('ends as incomplete, under the name that the client called, with the usage', () => {
    expect(cut()).toEqual([
      {
        type: 'response.incomplete',
        sequence_number: 1,
        response: {
          ...{ id: 'r', model: 'm', status: 'incomplete', output: [] },
          incomplete_details: { reason: 'max_output_tokens' },
          usage: {
            input_tokens: 3,
            input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
            output_tokens: 4,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: 7,
          },
        },
      },
    ]);
  });

  it('ends an item without text as incomplete', () => {
    const item = { id: 'i', ...call, status: 'incomplete' };
    const events = cut(open(call));
    expect(typesOf(events)).toEqual(['response.output_item.done', 'response.incomplete']);
    expect(events[0]).toMatchObject({ output_index: 0, item });
    expect(outputOf(events)).toEqual([item]);
  });

  it('repeats an item as the upstream ended it, even with text that it had sent before', () => {
    const whole = { ...message, id: 'i', status: 'completed', phase: 'x' };
    const events = cut(
      open(message),
      { type: 'response.content_part.added', ...place, content_index: 0, part: {} },
      { type: 'response.output_item.done', output_index: 0, item: whole },
    );
    expect(typesOf(events)).toEqual(['response.incomplete']);
    expect(outputOf(events)).toEqual([whole]);
  });

  it('lists items in the order of their indexes', () => {
    const events = cut(open({ ...call, id: 'second' }, 1), open({ ...call, id: 'first' }, 0));
    expect(outputOf(events)).toMatchObject([{ id: 'first' }, { id: 'second' }]);
  });

  it('keeps a part of an unknown type as it began', () => {
    const part = { type: 'future', thing: 1 };
    const added = { ...place, content_index: 0, part };
    const events = cut(open(message), { type: 'response.content_part.added', ...added });
    expect(typesOf(events)).toEqual(['response.output_item.done', 'response.incomplete']);
    expect(outputOf(events)).toMatchObject([{ content: [part] }]);
  });

  it('ignores events of items and parts that never began', () => {
    const text = { ...place, content_index: 3, delta: 'x' };
    const events = cut(
      { type: 'response.output_text.delta', ...text },
      open(message),
      { type: 'response.output_text.delta', ...text },
      { type: 'response.output_text.done', ...text },
    );
    expect(outputOf(events)).toEqual([{ ...message, id: 'i', status: 'incomplete' }]);
  });
});
