import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { textOf } from '../reply/content.ts';
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

describe('lintMessagesStream', () => {
  it.each<[string, JsonObject[]]>([
    ['an empty stream', []],
    ['no end', [start]],
    ['no start', [ending('end_turn'), stop]],
    ['two starts', [start, start, ending('end_turn'), stop]],
    ['no ending', [start, stop]],
    [
      'a start with content',
      [{ ...start, message: { ...usage, content: [text] } }, ending('end_turn'), stop],
    ],
    [
      'a block in a block',
      [start, open(0, text), open(1, text), close(1), ending('end_turn'), stop],
    ],
    ['a wrong number', [start, open(1, text), close(1), ending('end_turn'), stop]],
    [
      'a delta nowhere',
      [start, delta(0, { type: 'text_delta', text: 'x' }), ending('end_turn'), stop],
    ],
    [
      'a delta in the wrong block',
      [
        start,
        open(0, text),
        delta(0, { type: 'thinking_delta' }),
        close(0),
        ending('end_turn'),
        stop,
      ],
    ],
    ['an open block at the end', [start, open(0, text), ending('end_turn'), stop]],
    ['a block after the ending', [start, ending('end_turn'), open(0, text), close(0), stop]],
    ['an illegal id', [start, open(0, call('a:b')), close(0), ending('tool_use'), stop]],
    [
      'an id given twice',
      [start, open(0, call('a')), close(0), open(1, call('a')), close(1), ending('tool_use'), stop],
    ],
    [
      'broken input',
      [
        start,
        open(0, call('a')),
        delta(0, { type: 'input_json_delta', partial_json: '{"a' }),
        close(0),
        ending('tool_use'),
        stop,
      ],
    ],
    ['calls beside end_turn', [start, open(0, call('a')), close(0), ending('end_turn'), stop]],
    ['an unknown stop reason', [start, ending('tired'), stop]],
    ['something after the end', [start, ending('end_turn'), stop, { type: 'ping' }]],
    ['something after an error', [start, error, { type: 'ping' }]],
    ['an error without words', [start, { type: 'error', error: {} }]],
  ])('finds %s', (_, events) => {
    expect(lint(...events)).not.toEqual([]);
  });

  it('reports a name that is not the type, and data that is not JSON', () => {
    expect(lintMessagesStream([{ data: JSON.stringify(error) }])).toHaveLength(1);
    expect(lintMessagesStream([{ event: 'error', data: JSON.stringify(error) }])).toEqual([]);
    expect(lintMessagesStream([{ data: '[DONE]' }])).toHaveLength(2);
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
        { type: 'mood' },
        ending('max_tokens'),
        stop,
      ),
    ).toEqual([]);
  });
});
