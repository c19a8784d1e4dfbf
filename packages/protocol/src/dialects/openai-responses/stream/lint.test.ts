import { describe, expect, it } from 'vitest';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
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

function change(type: string, edit: (event: JsonObject) => void): SseFrame[] {
  return sound.map((frame) => {
    const event = parseJson(frame.data);
    if (frame.event !== type || !isJsonObject(event)) return frame;
    edit(event);
    return { event: type, data: JSON.stringify(event) };
  });
}

const without = (type: string) => sound.filter(({ event }) => event !== type);

describe('lintResponsesStream', () => {
  it('reports nothing for a valid stream', () => {
    expect(lintResponsesStream(sound)).toEqual([]);
  });

  it.each<[string, SseFrame[]]>([
    ['no end', sound.slice(0, -1)],
    ['nothing', []],
    ['no beginning', sound.slice(1)],
    ['something after the end', [...sound, ...sound.slice(-1)]],
    ['a frame that is no JSON', [{ data: 'x' }, ...sound]],
    ['frames without names', sound.map(({ data }) => ({ data }))],
    ['numbers that do not rise', [...sound.slice(0, 3), ...sound.slice(2)]],
    ['an item that never began', without('response.output_item.added')],
    ['a part that never began', without('response.content_part.added')],
    ['a part that never ended', without('response.content_part.done')],
    ['an item that was never done', without('response.output_item.done')],
    ['lost text', without('response.output_text.delta')],
    ['lost thinking', without('response.reasoning_summary_text.delta')],
    ['lost arguments', without('response.function_call_arguments.delta')],
    [
      'a reply of another id',
      change(
        'response.completed',
        (event) => (event['response'] = { ...objectOf(event), id: 'x' }),
      ),
    ],
    [
      'a status that does not fit',
      change(
        'response.completed',
        (event) => (event['response'] = { ...objectOf(event), status: 'failed' }),
      ),
    ],
    [
      'lost items in the end',
      change(
        'response.completed',
        (event) => (event['response'] = { ...objectOf(event), output: [] }),
      ),
    ],
    [
      'lost usage',
      change(
        'response.completed',
        (event) => (event['response'] = { ...objectOf(event), usage: null }),
      ),
    ],
    [
      'items without content',
      change(
        'response.output_item.added',
        (event) => (event['item'] = { id: 'x', type: 'message' }),
      ),
    ],
    [
      'events under another id',
      change('response.output_text.delta', (event) => (event['item_id'] = 'x')),
    ],
    ['words that differ', change('response.output_text.done', (event) => (event['text'] = 'x'))],
    [
      'arguments that differ',
      change('response.function_call_arguments.done', (event) => (event['arguments'] = '{}')),
    ],
    [
      'an error in one form',
      [{ event: 'error', data: '{"type":"error","message":"x","sequence_number":0}' }],
    ],
  ])('finds %s', (_, frames) => {
    expect(lintResponsesStream(frames)).not.toEqual([]);
  });
});

function objectOf({ response }: JsonObject): JsonObject {
  return isJsonObject(response) ? response : {};
}
