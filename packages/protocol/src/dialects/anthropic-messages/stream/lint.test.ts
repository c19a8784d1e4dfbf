import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { lintMessagesStream } from './lint.ts';

const usage = { input_tokens: 0, output_tokens: 0 };
const start: JsonObject = {
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage },
};
const open = (index: number, block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const delta = (index: number, body: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: body,
});
const close = (index: number): JsonObject => ({ type: 'content_block_stop', index });
const ending = (stop_reason: string): JsonObject => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage: { output_tokens: 1 },
});
const stop: JsonObject = { type: 'message_stop' };
const error: JsonObject = { type: 'error', error: { type: 'api_error', message: 'x' } };
const text: JsonObject = { type: 'text', text: '' };
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'now', input: {} });

function lint(...events: JsonObject[]): string[] {
  return lintMessagesStream(
    events.map((event) => ({ event: textOf(event['type']), data: JSON.stringify(event) })),
  );
}

const done = [ending('end_turn'), stop];
const input = (partial_json: string) => delta(0, { type: 'input_json_delta', partial_json });
const startWith = (fields: object): JsonObject => {
  return { ...start, message: { ...(start['message'] as JsonObject), ...fields } };
};

describe('lintMessagesStream', () => {
  it.each<[string, JsonObject[]]>([
    ['The stream has neither message_stop nor an error.', [start]],
    ['The stream has neither message_stop nor an error.', []],
    ['message_delta stands in the wrong place.', done],
    ['message_delta stands in the wrong place.', [start, ending('refusal'), ...done]],
    ['message_delta comes while a block is open.', [start, open(0, text), ...done]],
    [
      'message_delta has no output count.',
      [start, { ...ending('end_turn'), usage: { output_tokens: null } }, stop],
    ],
    ['message_start comes twice.', [start, start, ...done]],
    ['message_start has no message.', [{ type: 'message_start' }, ...done]],
    ['The message lacks its id, model, type or role.', [startWith({ id: null }), ...done]],
    ['The message lacks its id, model, type or role.', [startWith({ model: null }), ...done]],
    ['The message lacks its id, model, type or role.', [startWith({ type: 'x' }), ...done]],
    ['The message lacks its id, model, type or role.', [startWith({ role: 'user' }), ...done]],
    ['The message begins with content.', [startWith({ content: [text] }), ...done]],
    ['The message begins with content.', [startWith({ content: null }), ...done]],
    ['The message begins with a stop reason.', [startWith({ stop_reason: 'end_turn' }), ...done]],
    ['The message has no input count.', [startWith({ usage: { output_tokens: 0 } }), ...done]],
    ['The message has no output count.', [startWith({ usage: { input_tokens: 0 } }), ...done]],
    ['A block begins outside of the message.', [start, ending('end_turn'), open(0, text), stop]],
    [
      'A block begins while another is open.',
      [start, open(0, text), open(1, text), close(1), ...done],
    ],
    ['Block 0 has another number.', [start, open(1, text), close(1), ...done]],
    [
      'Block 1 has another number.',
      [start, open(0, text), close(0), open(0, text), close(0), ...done],
    ],
    ['A text has no text.', [start, open(0, { type: 'text' }), close(0), ...done]],
    ['A delta has no open block.', [start, delta(0, { type: 'text_delta', text: 'x' }), ...done]],
    [
      'A delta has no open block.',
      [start, open(0, text), delta(1, { type: 'text_delta', text: 'x' }), close(0), ...done],
    ],
    [
      'A delta holds nothing.',
      [start, open(0, text), { type: 'content_block_delta', index: 0 }, close(0), ...done],
    ],
    [
      'A delta does not fit its block.',
      [start, open(0, text), delta(0, { type: 'thinking_delta' }), close(0), ...done],
    ],
    ['A stop names a block that is not open.', [start, open(0, text), close(1), ...done]],
    ['A stop names a block that is not open.', [start, close(0), ...done]],
    [
      'A call has no id of the legal alphabet.',
      [start, open(0, call('a:b')), close(0), ending('tool_use'), stop],
    ],
    [
      'A call has no id of the legal alphabet.',
      [start, open(0, { ...call('a'), id: 1 }), close(0), ending('tool_use'), stop],
    ],
    [
      'A call has no name.',
      [start, open(0, { ...call('a'), name: '' }), close(0), ending('tool_use'), stop],
    ],
    [
      'A call has no name.',
      [start, open(0, { ...call('a'), name: 1 }), close(0), ending('tool_use'), stop],
    ],
    [
      'The input of a call is no object.',
      [start, open(0, { ...call('a'), input: '{}' }), close(0), ending('tool_use'), stop],
    ],
    [
      'Two calls share the id a.',
      [start, open(0, call('a')), close(0), open(1, call('a')), close(1), ending('tool_use'), stop],
    ],
    [
      'The input of a call is no JSON object.',
      [start, open(0, call('a')), input('{"a'), close(0), ending('tool_use'), stop],
    ],
    [
      'The input of a call is no JSON object.',
      [start, open(0, call('a')), input('"a"'), close(0), ending('tool_use'), stop],
    ],
    ['The message holds calls and says end_turn.', [start, open(0, call('a')), close(0), ...done]],
    ['The stop reason tired is not known.', [start, ending('tired'), stop]],
    ['A frame follows message_stop.', [start, ...done, { type: 'ping' }]],
    ['A frame follows the error.', [start, error, { type: 'ping' }]],
    ['The error lacks its type or message.', [start, { type: 'error' }]],
    ['The error lacks its type or message.', [start, { type: 'error', error: { message: 'x' } }]],
    ['The error lacks its type or message.', [start, { type: 'error', error: { type: 'x' } }]],
    ['A frame is no JSON object with a type.', [start, { type: 1 }, ...done]],
  ])('finds: %s', (violation, events) => {
    expect(lint(...events)).toEqual([violation]);
  });

  it('finds a last event without any ending', () => {
    expect(lint(start, stop)).toEqual([
      'message_stop comes without message_delta.',
      'The stop reason none is not known.',
    ]);
  });

  it('finds a block without a type', () => {
    expect(lint(start, open(0, { text: 'x' }), ...done)).toEqual(['A block has no type.']);
    expect(lint(start, { type: 'content_block_start', index: 0 }, ...done)).toEqual([
      'A block has no type.',
    ]);
  });

  it('reports a name that is not the type, and data that is not JSON', () => {
    expect(lintMessagesStream([{ data: JSON.stringify(error) }])).toEqual([
      'A frame of type error has another name.',
    ]);
    expect(lintMessagesStream([{ event: 'error', data: JSON.stringify(error) }])).toEqual([]);
    expect(lintMessagesStream([{ data: '[DONE]' }])).toEqual([
      'A frame is no JSON object with a type.',
      'The stream has neither message_stop nor an error.',
    ]);
  });

  it('reports nothing for valid streams', () => {
    expect(lint(start, error)).toEqual([]);
    expect(
      lint(
        { type: 'ping' },
        start,
        open(0, text),
        delta(0, { type: 'text_delta', text: 'x' }),
        close(0),
        open(1, call('a')),
        delta(1, { type: 'input_json_delta', partial_json: '{"a' }),
        close(1),
        open(2, { type: 'thinking', thinking: '', signature: '' }),
        delta(2, { type: 'thinking_delta', thinking: 'x' }),
        delta(2, { type: 'signature_delta', signature: 'x' }),
        close(2),
        open(3, text),
        delta(3, { type: 'citations_delta', citation: {} }),
        close(3),
        open(4, { type: 'server_tool_use', id: 's', name: 'search', input: {} }),
        delta(4, { type: 'input_json_delta', partial_json: '{}' }),
        close(4),
        open(5, { type: 'mcp_tool_use', id: 'm', name: 'search', input: {} }),
        delta(5, { type: 'input_json_delta', partial_json: '{}' }),
        close(5),
        { type: 'mood' },
        ending('max_tokens'),
        stop,
      ),
    ).toEqual([]);
  });
});
