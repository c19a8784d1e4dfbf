import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { lintChatStream } from './lint.ts';

const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' };

function chunk(delta: JsonObject, finish: string | null = null, fields: JsonObject = {}): SseFrame {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { data: JSON.stringify({ ...head, choices, ...fields }) };
}

const role = chunk({ role: 'assistant', content: '' });
const stop = chunk({}, 'stop');
const done: SseFrame = { data: '[DONE]' };
const failure: SseFrame = { event: 'error', data: '{"error":{"message":"x"}}' };

function call(fields: JsonObject): SseFrame {
  return chunk({ tool_calls: [fields] });
}

const opening = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };

const single = chunk({ function_call: { name: 'f', arguments: '{}' } });

describe('lintChatStream', () => {
  it.each<[string, SseFrame[]]>([
    ['an answer', [role, chunk({ content: 'x' }), stop, done]],
    [
      'an answer with usage',
      [role, stop, { data: JSON.stringify({ ...head, choices: [], usage: {} }) }, done],
    ],
    ['a call', [role, call(opening), chunk({}, 'tool_calls'), done]],
    [
      'a cut call',
      [
        role,
        call({ ...opening, function: { name: 'f', arguments: '{"a' } }),
        chunk({}, 'length'),
        done,
      ],
    ],
    ['a call as it was before tools', [role, single, chunk({}, 'function_call'), done]],
    [
      'such a call whose name comes first',
      [
        ...[role, chunk({ function_call: { name: 'f' } })],
        ...[chunk({ function_call: { arguments: '{}' } }), chunk({}, 'function_call'), done],
      ],
    ],
    ['a failure', [role, failure]],
    ['an early failure', [failure]],
  ])('finds nothing wrong with %s', (_, frames) => {
    expect(lintChatStream(frames)).toEqual([]);
  });

  it.each<[string, SseFrame[]]>([
    ['The end mark is missing.', [role, stop]],
    ['Something follows the end mark.', [role, stop, done, chunk({})]],
    ['Something follows an error.', [role, failure, done]],
    ['A data line is not JSON.', [role, { data: '{' }, stop, done]],
    ['A chunk is named message.', [{ ...role, event: 'message' }, stop, done]],
    ['A frame is no chat.completion.chunk.', [role, { data: '{"type":"ping"}' }, stop, done]],
    ['The id changes within the stream.', [role, chunk({}, 'stop', { id: 'c2' }), done]],
    ['A chunk has no id.', [role, chunk({}, 'stop', { id: null }), done]],
    ['A chunk has no created.', [role, chunk({}, 'stop', { created: null }), done]],
    ['A chunk has no model.', [role, chunk({}, 'stop', { model: null }), done]],
    ['A chunk has no list of choices.', [role, stop, chunk({}, null, { choices: null }), done]],
    [
      'A choice has no whole number as its index.',
      [role, stop, chunk({}, null, { choices: [{ delta: {} }] }), done],
    ],
    ['Choice 0 never says the role assistant.', [chunk({ content: 'x' }), stop, done]],
    ['Choice 0 has no finish reason.', [role, done]],
    ['Choice 0 finishes twice.', [role, stop, stop, done]],
    ['Choice 0 has a finish reason outside the list.', [role, chunk({}, 'eos'), done]],
    ['Choice 0 goes on after its finish reason.', [role, stop, chunk({ content: 'x' }), done]],
    [
      'Choice 0 has a chunk without a delta.',
      [role, chunk({}, null, { choices: [{ index: 0 }] }), stop, done],
    ],
    ['Choice 0 has a call fragment without an index.', [role, call({ id: 'a' }), stop, done]],
    [
      'Choice 0 has a call fragment without an index.',
      [role, call({ ...opening, index: 0.5 }), stop, done],
    ],
    ['Choice 0 opens calls out of order.', [role, call({ ...opening, index: 1 }), stop, done]],
    ['Choice 0 opens a call without an id.', [role, call({ ...opening, id: '' }), stop, done]],
    ['Choice 0 opens a call without a type.', [role, call({ ...opening, type: null }), stop, done]],
    [
      'Choice 0 opens a call without a name.',
      [role, call({ ...opening, function: { arguments: '{}' } }), stop, done],
    ],
    [
      'Choice 0 changes the id of a call.',
      [role, call(opening), call({ index: 0, id: 'b' }), stop, done],
    ],
    [
      'Choice 0 changes the name of a call.',
      [role, call(opening), call({ index: 0, function: { name: 'g' } }), stop, done],
    ],
    [
      'Choice 0 repeats a call id.',
      [role, call(opening), call({ ...opening, index: 1 }), stop, done],
    ],
    [
      'Choice 0 has call arguments that are no JSON object.',
      [role, call({ ...opening, function: { name: 'f', arguments: '' } }), stop, done],
    ],
    ['Choice 0 waits for no call.', [role, chunk({}, 'function_call'), done]],
    ['Choice 0 names the other form of calls.', [role, single, chunk({}, 'tool_calls'), done]],
    ['Choice 0 mixes both forms of calls.', [role, single, call(opening), stop, done]],
    ['Choice 0 goes on after its finish reason.', [role, stop, single, done]],
    ['Choice 0 goes on after its finish reason.', [role, stop, call(opening), done]],
    [
      'Choice 0 has a call fragment that is no object.',
      [role, chunk({ tool_calls: ['x'] }), stop, done],
    ],
    [
      'Choice 0 opens a call without a name.',
      [role, chunk({ function_call: { arguments: '{}' } }), chunk({}, 'function_call'), done],
    ],
    [
      'Choice 0 has call arguments that are no JSON object.',
      [role, chunk({ function_call: { name: 'f' } }), chunk({}, 'function_call'), done],
    ],
  ])('finds: %s', (violation, frames) => {
    expect(lintChatStream(frames)).toEqual([violation]);
  });
});
