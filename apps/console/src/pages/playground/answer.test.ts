import { describe, expect, test } from 'vitest';
import { answerReader } from './answer.ts';
import type { Dialect } from '../../routing/dialects.ts';

function read(dialect: Dialect, ...sent: readonly unknown[]) {
  const reader = answerReader(dialect);
  return sent
    .map((data) => (typeof data === 'string' ? data : `data: ${JSON.stringify(data)}`))
    .reduce(reader.read, reader.first);
}

const call = [{ id: '0', name: 'look', text: '{"a":1}' }];
const whole = { text: 'Hi', reasoning: 'Hm', calls: call, error: '' };

describe('a reply reads the same in every format', () => {
  test('Chat Completions', () => {
    const delta = (fields: object) => ({ choices: [{ delta: fields }] });
    const part = (fields: object) => delta({ tool_calls: [{ index: 0, function: fields }] });
    expect(
      read(
        'openai-chat',
        delta({ role: 'assistant', content: null }),
        delta({ reasoning_content: 'Hm' }),
        delta({ content: 'H' }),
        delta({ content: 'i' }),
        part({ name: 'look', arguments: '{"a"' }),
        part({ arguments: ':1}' }),
        { choices: [], usage: {} },
        'data: [DONE]',
      ),
    ).toEqual(whole);
    const called = { function: { name: 'look', arguments: '{"a":1}' } };
    const message = { content: 'Hi', reasoning_content: 'Hm', tool_calls: [called] };
    expect(read('openai-chat', { choices: [{ message }] })).toEqual(whole);
  });

  test('Messages', () => {
    const use = { type: 'tool_use', id: 't', name: 'look', input: {} };
    const delta = (index: number, fields: object) => ({
      type: 'content_block_delta',
      index,
      delta: fields,
    });
    expect(
      read(
        'anthropic-messages',
        { type: 'message_start', message: { content: [] } },
        { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
        delta(1, { type: 'thinking_delta', thinking: 'Hm' }),
        delta(1, { type: 'text_delta', text: 'Hi' }),
        { type: 'content_block_start', index: 0, content_block: use },
        delta(0, { type: 'input_json_delta', partial_json: '{"a"' }),
        delta(0, { type: 'input_json_delta', partial_json: ':1}' }),
        { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      ),
    ).toEqual(whole);
    const content = [
      { type: 'thinking', thinking: 'Hm' },
      { type: 'text', text: 'Hi' },
      { ...use, input: { a: 1 } },
    ];
    expect(read('anthropic-messages', { type: 'message', content })).toEqual(whole);
  });

  test('Gemini', () => {
    const parts = [
      { text: 'Hm', thought: true },
      { text: 'Hi' },
      { functionCall: { name: 'look', args: { a: 1 } } },
    ];
    const frames = parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] }));
    expect(read('gemini-generate', ...frames)).toEqual(whole);
    expect(read('gemini-generate', { candidates: [{ content: { parts } }] })).toEqual(whole);
  });

  test('Responses', () => {
    const item = { type: 'function_call', name: 'look', arguments: '{"a":1}' };
    const output = [
      { type: 'reasoning', summary: [{ text: 'Hm' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
      item,
    ];
    expect(
      read(
        'openai-responses',
        { type: 'response.created', response: { output: [], error: null } },
        { type: 'response.reasoning_summary_text.delta', delta: 'Hm' },
        { type: 'response.output_text.delta', delta: 'Hi' },
        { type: 'response.output_text.done', text: 'Hi' },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":1}' },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { output, error: null } },
      ),
    ).toEqual(whole);
    expect(read('openai-responses', { object: 'response', output })).toEqual(whole);
  });
});

test.each<[Dialect, unknown]>([
  ['openai-chat', { error: { message: 'Busy.', code: 'x' } }],
  ['anthropic-messages', { type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } }],
  ['gemini-generate', '[{"error":{"code":429,"message":"Busy."}}]'],
  ['openai-responses', { type: 'error', message: 'Busy.' }],
  ['openai-responses', { type: 'response.failed', response: { error: { message: 'Busy.' } } }],
])('%s: the error of %j is shown', (dialect, sent) => {
  expect(read(dialect, sent).error).toBe('Busy.');
});

test.each<[Dialect, unknown]>([
  ['openai-chat', { choices: 7 }],
  ['anthropic-messages', { content: 'text' }],
  ['gemini-generate', { candidates: [{ content: { parts: 3 } }] }],
  ['openai-responses', null],
  ['openai-responses', 'data: <html>'],
])('%s: what is of another shape changes nothing: %j', (dialect, sent) => {
  const { first } = answerReader(dialect);
  expect(read(dialect, sent)).toEqual(first);
});
