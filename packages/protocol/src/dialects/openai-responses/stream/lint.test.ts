import { describe, expect, it } from 'vitest';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { encodeStream } from '../../../testing/wire.ts';
import { openaiResponses } from '../codec.ts';
import { lintResponsesStream } from './lint.ts';

const events: CanonicalEvent[] = [
  { type: 'reply-start', id: 'r', model: 'm' },
  { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
  { type: 'part-delta', index: 0, text: 'Hm.' },
  { type: 'part-end', index: 0 },
  { type: 'part-start', index: 1, choice: 0, part: { type: 'text' } },
  { type: 'part-delta', index: 1, text: 'Hi' },
  { type: 'part-end', index: 1 },
  { type: 'part-start', index: 2, choice: 0, part: { type: 'call', id: 'a', name: 'f' } },
  { type: 'part-delta', index: 2, text: '{"a":1}' },
  { type: 'part-end', index: 2 },
  { type: 'finish', choice: 0, finish: { reason: 'calls' } },
  { type: 'reply-end' },
];
const sound = encodeStream(openaiResponses, events);

/** A stream that ends inside of the arguments of a call. */
const cut = encodeStream(openaiResponses, [
  { type: 'reply-start', id: 'r', model: 'm' },
  { type: 'part-start', index: 0, choice: 0, part: { type: 'call', id: 'a', name: 'f' } },
  { type: 'part-delta', index: 0, text: '{"a":' },
  { type: 'part-end', index: 0 },
  { type: 'finish', choice: 0, finish: { reason: 'length' } },
  { type: 'reply-end' },
]);

/** Changes an event. */
type Edit = (event: JsonObject) => void;

/** The valid stream with all events of a type changed. */
function change(type: string, edit: Edit): SseFrame[] {
  return sound.map((frame) => {
    const event = parseJson(frame.data);
    if (frame.event !== type || !isJsonObject(event)) return frame;
    edit(event);
    return { event: type, data: JSON.stringify(event) };
  });
}

const set = (fields: object): Edit => {
  return (event) => Object.assign(event, fields);
};
const reply = (fields: object): Edit => {
  return (event) => Object.assign(objectOf(event['response']), fields);
};
const usage = (fields: object): Edit => {
  return (event) => Object.assign(objectOf(objectOf(event['response'])['usage']), fields);
};
/** Changes the item of a type inside an event. */
const item = (type: string, fields: object): Edit => {
  return ({ item }) => {
    if (objectOf(item)['type'] === type) Object.assign(objectOf(item), fields);
  };
};

const created = 'response.created';
const completed = 'response.completed';
const added = 'response.output_item.added';
const done = 'response.output_item.done';
const delta = 'response.output_text.delta';

const without = (type: string) => sound.filter(({ event }) => event !== type);
/** The valid stream up to its last event, and the first event of a type again. */
const again = (type: string, edit: Edit) => [
  ...sound.slice(0, -1),
  ...change(type, edit).filter(({ event }) => event === type),
];
const failure = (fields: object): SseFrame => {
  const event = { type: 'error', message: 'x', sequence_number: 0, error: { message: 'x' } };
  return { event: 'error', data: JSON.stringify({ ...event, ...fields }) };
};

const noEnd = 'The stream has neither a last event nor an error.';
const noUsage = 'The usage is incomplete.';
const otherOutput = 'The output differs from the items that were done.';
const oneForm = 'The error is not written in both forms.';

describe('lintResponsesStream', () => {
  it.each([
    ['a reply', sound],
    ['an error', [failure({})]],
    ['an error after a beginning', [...sound.slice(0, -1), failure({ sequence_number: 99 })]],
    ['a cut call', cut],
  ])('reports nothing for %s', (_, frames) => {
    expect(lintResponsesStream(frames)).toEqual([]);
  });

  it.each<[string, SseFrame[]]>([
    [noEnd, sound.slice(0, -1)],
    [noEnd, []],
    ['The first event is response.in_progress.', without(created)],
    ['response.completed follows the end.', [...sound, ...sound.slice(-1)]],
    ['response.created follows the end.', [failure({}), ...sound]],
    ['A frame is no JSON object.', [{ data: 'x' }, ...sound]],
    ['An event of type error has another name.', [{ data: failure({}).data }]],
    ['response.created is out of sequence.', change(created, set({ sequence_number: null }))],
    ['response.completed is out of sequence.', change(completed, set({ sequence_number: 1 }))],
    ['response.completed is out of sequence.', [...sound, ...sound.slice(-1)]],
    ['response.created has no id.', change(created, reply({ id: '' }))],
    ['The id of the reply changes.', change(completed, reply({ id: 'x' }))],
    ['response.created holds no response.', change(created, reply({ object: 'x' }))],
    ['The status of the reply is not completed.', change(completed, reply({ status: 'failed' }))],
    [otherOutput, change(completed, reply({ output: [] }))],
    [otherOutput, change(completed, reply({ output: null }))],
    [otherOutput, without(done)],
    [noUsage, change(completed, reply({ usage: null }))],
    [noUsage, change(completed, usage({ input_tokens: 0.5 }))],
    [noUsage, change(completed, usage({ output_tokens: null }))],
    [noUsage, change(completed, usage({ total_tokens: '1' }))],
    [
      'The usage has no input_tokens_details.',
      change(completed, usage({ input_tokens_details: 1 })),
    ],
    [
      'The usage has no output_tokens_details.',
      change(completed, usage({ output_tokens_details: 1 })),
    ],
    [oneForm, [failure({ message: '' })]],
    [oneForm, [failure({ error: {} })]],
    ['The positions of items have gaps.', change(added, set({ output_index: 1 }))],
    ['response.output_text.delta belongs to no item.', change(delta, set({ output_index: 9 }))],
    ['response.output_text.delta belongs to no item.', change(delta, set({ output_index: null }))],
    ['Item 1 begins without an id or a type.', change(added, item('message', { id: '' }))],
    ['Item 1 begins without an id or a type.', change(added, item('message', { type: '' }))],
    ['Item 1 begins without a content.', change(added, item('message', { content: null }))],
    ['Item 0 begins without a summary.', change(added, item('reasoning', { summary: null }))],
    [`Item 1 goes on with ${delta} when it is done.`, again(delta, set({}))],
    [`Item 2 of type function_call has ${delta}.`, again(delta, set({ output_index: 2 }))],
    [`Item 1 has ${delta} under another id.`, change(delta, set({ item_id: 'x' }))],
    [`Item 1 has ${delta} for a part that is not open.`, change(delta, set({ content_index: 1 }))],
    [`Item 1 has ${delta} for a part that is not open.`, again(delta, set({}))],
    [
      'Item 1 opens its parts out of order.',
      change('response.content_part.added', set({ content_index: 1 })),
    ],
    [
      'Item 0 opens its parts out of order.',
      change('response.reasoning_summary_part.added', set({ summary_index: 1 })),
    ],
    [
      'Item 1 has a part that differs from its deltas.',
      change('response.content_part.done', set({ part: { type: 'output_text', text: 'x' } })),
    ],
    [
      'Item 1 has a part that differs from its deltas.',
      change('response.content_part.done', set({ part: null })),
    ],
    [
      'Item 1 has response.output_text.done that differs from its deltas.',
      change('response.output_text.done', set({ text: 'x' })),
    ],
    [
      'Item 0 has response.reasoning_summary_text.done that differs from its deltas.',
      without('response.reasoning_summary_text.delta'),
    ],
    [
      'Item 2 has response.function_call_arguments.done that differs from its deltas.',
      change('response.function_call_arguments.done', set({ arguments: '{}' })),
    ],
    ['Item 1 is done while a part is open.', without('response.content_part.done')],
    ['Item 1 changes its id.', change(done, item('message', { id: 'x' }))],
    ['Item 1 differs from its parts.', change(done, item('message', { content: [] }))],
    ['Item 0 differs from its parts.', change(done, item('reasoning', { summary: [] }))],
    ['Item 2 lacks its name.', change(done, item('function_call', { name: '' }))],
    ['Item 2 lacks its name.', change(done, item('function_call', { call_id: '' }))],
    ['Item 2 differs from its deltas.', change(done, item('function_call', { arguments: '{}' }))],
    [
      'Item 0 has arguments that are no JSON object.',
      cut.map(({ data, ...frame }) => ({
        ...frame,
        data: data.replaceAll('"status":"incomplete"', '"status":"completed"'),
      })),
    ],
  ])('finds: %s', (violation, frames) => {
    expect(lintResponsesStream(frames)).toContain(violation);
  });

  it('finds two items with one id', () => {
    const sameId = (event: JsonObject) => Object.assign(objectOf(event['item']), { id: 'x' });
    expect(lintResponsesStream(change(added, sameId))).toContain('Two items have the same id.');
  });
});
