import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Part } from '../../../canonical/part.ts';
import { createStreamDecoder } from './decoder.ts';

const done = (output_index: number, item: JsonObject): JsonObject => {
  return { type: 'response.output_item.done', output_index, item };
};
const message = (id: string, text: string) => {
  return { id, type: 'message', content: [{ type: 'output_text', text }] };
};
const thought = (id: string) => {
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
};
const call = (id: string, call_id: string, text: string) => {
  return { id, type: 'function_call', call_id, name: 'now', arguments: text };
};

/** Decodes a stream whose last event holds this output. */
function decode(events: readonly JsonObject[], output: readonly JsonObject[]): readonly Part[] {
  const decoder = createStreamDecoder({ vendor: 'acme' });
  const last = { type: 'response.completed', response: { id: 'r', output: [...output] } };
  const given = [...events, last].flatMap((event) => decoder.push({ data: JSON.stringify(event) }));
  expect(checkEvents(given)).toEqual([]);
  return assembleReply(given).choices[0]?.parts ?? [];
}

function texts(parts: readonly Part[]): string[] {
  return parts.map(
    (part) => (part.type === 'call' ? part.arguments : 'text' in part && part.text) || '',
  );
}

describe('the output of the last event', () => {
  const streamed = [done(0, thought('rs_1')), done(1, message('msg_1', 'Hello'))];

  it.each([
    ['as it was', [thought('rs_1'), message('msg_1', 'Hello')]],
    ['under other ids', [thought('rs_9'), message('msg_9', 'Hello')]],
    ['without the thinking', [message('msg_1', 'Hello')]],
    ['under other ids and without the thinking', [message('msg_9', 'Hello')]],
    ['in another order', [message('msg_1', 'Hello'), thought('rs_1')]],
    ['not at all', []],
  ])('gives nothing twice when it repeats the items %s', (_, output) => {
    expect(texts(decode(streamed, output))).toEqual(['Hm.', 'Hello']);
  });

  it('keeps calls apart whose ids change', () => {
    const events = [done(0, thought('rs_1')), done(1, call('fc_1', 'a', '{"at":1}'))];
    const output = [call('fc_8', 'a', '{"at":1}'), call('fc_9', 'b', '{"at":2}')];
    expect(texts(decode(events, output))).toEqual(['Hm.', '{"at":1}', '{"at":2}']);
  });

  it('adds an item that appears only there', () => {
    const output = [message('msg_0', 'First'), message('msg_1', 'Hello')];
    expect(texts(decode(streamed, output))).toEqual(['Hm.', 'Hello', 'First']);
  });
});

describe('a call', () => {
  const begun = (text: string): JsonObject => {
    return { type: 'response.output_item.added', output_index: 0, item: call('fc_1', 'a', text) };
  };

  it('keeps its initial arguments when no delta has any', () => {
    expect(texts(decode([begun('{"at":1}')], []))).toEqual(['{"at":1}']);
    expect(texts(decode([begun('{"at":1}'), done(0, call('fc_1', 'a', ''))], []))).toEqual([
      '{"at":1}',
    ]);
  });

  it('does not repeat arguments that deltas repeat', () => {
    const delta = { type: 'response.function_call_arguments.delta', output_index: 0 };
    const events = [begun('{"at":1}'), { ...delta, delta: '{"at":1}' }];
    expect(texts(decode(events, []))).toEqual(['{"at":1}']);
  });
});

describe('a failed reply', () => {
  it('is a failure also in a completed event', () => {
    const error = { code: 'server_error', message: 'It broke.' };
    const decoder = createStreamDecoder({ vendor: 'acme' });
    const event = { type: 'response.completed', response: { status: 'failed', error } };
    expect(decoder.push({ data: JSON.stringify(event) })).toMatchObject([
      { type: 'failure', error: { message: 'It broke.' } },
    ]);
  });
});
