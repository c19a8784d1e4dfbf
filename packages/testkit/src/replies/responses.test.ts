import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import type { ReplyDescription } from './description.ts';
import { readFrames } from './frames.ts';
import {
  createResponse,
  createResponseEvents,
  responsesReply,
  responsesStream,
} from './responses.ts';

const description: ReplyDescription = {
  id: 'abc',
  model: 'm',
  reasoning: ['h', 'm'],
  signature: 'sealed',
  text: ['Hal', 'lo'],
  toolCalls: [
    { id: 'call_1', name: 'look', arguments: { city: 'Bern' } },
    { id: 'call_2', name: 'patch', arguments: 'raw "text"', custom: true },
  ],
  usage: { input: 10, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4 },
};

const summary = { type: 'summary_text', text: 'hm' };
const text = { type: 'output_text', annotations: [], logprobs: [], text: 'Hallo' };
const message = { id: 'msg_abc', type: 'message', role: 'assistant' };
const look = { id: 'fc_abc_0', type: 'function_call', call_id: 'call_1', name: 'look' };
const patch = { id: 'ctc_abc_1', type: 'custom_tool_call', call_id: 'call_2', name: 'patch' };

const output = [
  { id: 'rs_abc', type: 'reasoning', encrypted_content: 'sealed', summary: [summary] },
  { ...message, status: 'completed', content: [text] },
  { ...look, status: 'completed', arguments: '{"city":"Bern"}' },
  { ...patch, status: 'completed', input: 'raw "text"' },
];

const usage = {
  input_tokens: 15,
  input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
  output_tokens: 11,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 26,
};

describe('createResponse', () => {
  it('writes a whole answer', () => {
    expect(createResponse(description)).toMatchObject({
      id: 'resp_abc',
      object: 'response',
      created_at: 1_767_225_600,
      completed_at: 1_767_225_600,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'm',
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      usage,
    });
    expect(createResponse(description)['output']).toEqual(output);
  });

  it.each([
    [{ text: 'a' }, 'completed', null],
    [{ text: 'a', finish: 'pause' }, 'completed', null],
    [{ refusal: 'no' }, 'completed', null],
    [{ text: 'a', finish: 'length' }, 'incomplete', { reason: 'max_output_tokens' }],
    [{ text: 'a', finish: 'context' }, 'incomplete', { reason: 'max_output_tokens' }],
    [{ text: 'a', finish: 'filter' }, 'incomplete', { reason: 'content_filter' }],
    [{ finish: 'prompt-blocked' }, 'incomplete', { reason: 'content_filter' }],
    [{ text: 'a', finish: { native: 'cancelled' } }, 'cancelled', null],
  ] as const)('ends %j as %s', (given: ReplyDescription, status, details) => {
    expect(createResponse(given)).toMatchObject({ status, incomplete_details: details });
  });

  it('has an error when it failed', () => {
    expect(createResponse({ finish: { native: 'failed' } })).toMatchObject({
      status: 'failed',
      completed_at: null,
      error: { code: 'server_error' },
    });
  });

  it('marks the item that was cut', () => {
    const cut = createResponse({ ...description, finish: 'length' });
    const items = cut['output'] as readonly { status?: string }[];
    expect(items.map((item) => item.status)).toEqual([
      undefined,
      'completed',
      'completed',
      'incomplete',
    ]);
  });

  it('puts a refusal behind the text of its message', () => {
    expect(createResponse({ text: 'a', refusal: 'no' })).toHaveProperty('output.0.content', [
      { ...text, text: 'a' },
      { type: 'refusal', refusal: 'no' },
    ]);
  });

  it('writes a commentary as a separate message, and phases only then', () => {
    expect(createResponse({ commentary: 'I look.', text: 'Here.' })).toMatchObject({
      output: [
        { id: 'msg_scripted0001_commentary', phase: 'commentary', content: [{ text: 'I look.' }] },
        { id: 'msg_scripted0001', phase: 'final_answer', content: [{ text: 'Here.' }] },
      ],
    });
    expect(JSON.stringify(createResponse({ text: 'Here.' }))).not.toContain('phase');
  });

  it('has a reasoning item for encrypted content alone, and none for nothing', () => {
    expect(createResponse({ signature: 's' })['output']).toEqual([
      { id: 'rs_scripted0001', type: 'reasoning', encrypted_content: 's', summary: [] },
    ]);
    expect(createResponse({ reasoning: 'hm' })).not.toHaveProperty('output.0.encrypted_content');
    expect(createResponse({})['output']).toEqual([]);
  });

  it('reports no usage, or any given usage', () => {
    expect(createResponse({ usage: null })).toHaveProperty('usage', null);
    const absurd = { input_tokens: 'many' };
    expect(createResponse({ rawUsage: absurd })).toHaveProperty('usage', absurd);
  });
});

describe('createResponseEvents', () => {
  const events = createResponseEvents(description, { deltaLength: 9 });
  /** The events between the beginning and the end, without their numbers. */
  const itemEvents = events.slice(2, -1).map(({ sequence_number: number, ...event }) => {
    expect(number).toBeTypeOf('number');
    return event;
  });
  const ofItem = (index: number) => itemEvents.filter((event) => event['output_index'] === index);

  it('numbers every event, and begins and ends with the response', () => {
    expect(events.map((event) => event['sequence_number'])).toEqual([...events.keys()]);
    const begun = { id: 'resp_abc', status: 'in_progress', output: [], usage: null };
    expect(events[0]).toMatchObject({ type: 'response.created', response: begun });
    expect(events[1]).toMatchObject({ type: 'response.in_progress', response: begun });
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: createResponse(description),
    });
    expect(itemEvents).toEqual([0, 1, 2, 3].flatMap(ofItem));
  });

  it('writes encrypted reasoning only in the last event of its item', () => {
    const within = { item_id: 'rs_abc', output_index: 0, summary_index: 0 };
    const type = 'response.reasoning_summary';
    expect(ofItem(0)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'rs_abc', type: 'reasoning', encrypted_content: 'sea', summary: [] },
      },
      { type: `${type}_part.added`, ...within, part: { ...summary, text: '' } },
      { type: `${type}_text.delta`, ...within, delta: 'h' },
      { type: `${type}_text.delta`, ...within, delta: 'm' },
      { type: `${type}_text.done`, ...within, text: 'hm' },
      { type: `${type}_part.done`, ...within, part: summary },
      { type: 'response.output_item.done', output_index: 0, item: output[0] },
    ]);
  });

  it('writes a message part by part', () => {
    const within = { item_id: 'msg_abc', output_index: 1, content_index: 0 };
    const type = 'response.output_text';
    expect(ofItem(1)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...message, status: 'in_progress', content: [] },
      },
      { type: 'response.content_part.added', ...within, part: { ...text, text: '' } },
      { type: `${type}.delta`, ...within, delta: 'Hal', logprobs: [] },
      { type: `${type}.delta`, ...within, delta: 'lo', logprobs: [] },
      { type: `${type}.done`, ...within, text: 'Hallo', logprobs: [] },
      { type: 'response.content_part.done', ...within, part: text },
      { type: 'response.output_item.done', output_index: 1, item: output[1] },
    ]);
  });

  it('writes the calls of functions and of custom tools', () => {
    const ofLook = { item_id: 'fc_abc_0', output_index: 2 };
    const ofPatch = { item_id: 'ctc_abc_1', output_index: 3 };
    expect([...ofItem(2), ...ofItem(3)]).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { ...look, status: 'in_progress', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', ...ofLook, delta: '{"city":"' },
      { type: 'response.function_call_arguments.delta', ...ofLook, delta: 'Bern"}' },
      {
        type: 'response.function_call_arguments.done',
        ...ofLook,
        arguments: '{"city":"Bern"}',
      },
      { type: 'response.output_item.done', output_index: 2, item: output[2] },
      {
        type: 'response.output_item.added',
        output_index: 3,
        item: { ...patch, status: 'in_progress', input: '' },
      },
      { type: 'response.custom_tool_call_input.delta', ...ofPatch, delta: 'raw "text' },
      { type: 'response.custom_tool_call_input.delta', ...ofPatch, delta: '"' },
      { type: 'response.custom_tool_call_input.done', ...ofPatch, input: 'raw "text"' },
      { type: 'response.output_item.done', output_index: 3, item: output[3] },
    ]);
  });

  it('writes a refusal', () => {
    const types = createResponseEvents({ refusal: 'no' }).map((event) => event.type);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.refusal.delta',
      'response.refusal.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  it.each([
    ['response.incomplete', { text: 'a', finish: 'length' }],
    ['response.failed', { finish: { native: 'failed' } }],
    ['response.completed', { finish: { native: 'odd' } }],
  ] as const)('ends with %s', (type, given: ReplyDescription) => {
    expect(createResponseEvents(given).at(-1)?.type).toBe(type);
  });
});

describe('responsesStream', () => {
  it('names every frame after its event, and has no other end mark', () => {
    const content = Buffer.from(readContent(responsesStream(description))).toString();
    const frames = readFrames(content);
    for (const frame of frames) expect(JSON.parse(frame.data)).toHaveProperty('type', frame.event);
    expect(frames.at(-1)?.event).toBe('response.completed');
  });

  it('has the right content type', () => {
    const type = (answer = responsesReply()) => Object.fromEntries(answer.headers)['content-type'];
    expect(type()).toBe('application/json');
    expect(type(responsesStream())).toContain('text/event-stream');
  });
});
