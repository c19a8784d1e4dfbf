import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import { readFrames } from './frames.ts';
import { createMessage, createMessageEvents, messagesStream } from './messages.ts';
import type { ReplyDescription } from './description.ts';

const description: ReplyDescription = {
  id: 'abc',
  model: 'm',
  reasoning: ['h', 'm'],
  signature: 'sig==',
  text: ['Hal', 'lo'],
  toolCalls: [{ id: 'toolu_1', name: 'look', arguments: { city: 'Bern' } }],
  usage: { input: 10, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4 },
};

const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig==' };
const tool = { type: 'tool_use', id: 'toolu_1', name: 'look', caller: { type: 'direct' } };

describe('createMessage', () => {
  it('writes a whole answer', () => {
    expect(createMessage(description)).toMatchObject({
      id: 'msg_abc',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        thinking,
        { type: 'text', text: 'Hallo', citations: null },
        { ...tool, input: { city: 'Bern' } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 2,
        output_tokens: 11,
      },
    });
  });

  it.each([
    [{ text: 'a' }, 'end_turn'],
    [{ text: 'a', finish: 'length' }, 'max_tokens'],
    [{ text: 'a', finish: 'context' }, 'model_context_window_exceeded'],
    [{ text: 'a', finish: 'pause' }, 'pause_turn'],
    [{ finish: 'prompt-blocked' }, 'refusal'],
    [{ refusal: 'no' }, 'refusal'],
    [{ text: 'a', finish: { native: 'odd' } }, 'odd'],
  ] as const)('ends %j with %s', (given: ReplyDescription, reason) => {
    expect(createMessage(given)).toHaveProperty('stop_reason', reason);
  });

  it('names the stop string and explains a refusal', () => {
    const stopped = createMessage({ text: 'a', finish: 'stop-sequence', stopSequence: 'END' });
    expect(stopped).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' });
    expect(createMessage({ refusal: 'no' })).toMatchObject({
      stop_details: { type: 'refusal', explanation: 'no' },
    });
  });

  it('writes a commentary as a block before the text', () => {
    expect(createMessage({ commentary: 'I look.', text: 'Here.' })).toMatchObject({
      content: [{ text: 'I look.' }, { text: 'Here.' }],
    });
  });

  it('writes a custom call as one with a single input', () => {
    const call = { id: 'toolu_1', name: 'patch', arguments: 'raw "text"', custom: true };
    expect(createMessage({ toolCalls: [call] })).toHaveProperty('content.0.input', {
      input: 'raw "text"',
    });
    const text = JSON.stringify(createMessageEvents({ toolCalls: [call] }, { deltaLength: 99 }));
    expect(text).toContain(JSON.stringify(JSON.stringify({ input: 'raw "text"' })));
  });

  it('reports no usage, or any given usage', () => {
    const text = JSON.stringify(createMessageEvents({ text: 'a', usage: null }));
    expect(text).not.toContain('usage');
    expect(createMessage({ rawUsage: { input_tokens: 1e300 } })).toHaveProperty('usage', {
      input_tokens: 1e300,
    });
  });
});

describe('createMessageEvents', () => {
  it('opens and closes one block after the other, in the order of the vendor', () => {
    const events = createMessageEvents(description, { deltaLength: 9 });
    const delta = (index: number, fields: object) => ({
      type: 'content_block_delta',
      index,
      delta: fields,
    });
    expect(events.slice(1, -2)).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: { ...thinking, thinking: '', signature: '' },
      },
      { type: 'ping' },
      delta(0, { type: 'thinking_delta', thinking: 'h' }),
      delta(0, { type: 'thinking_delta', thinking: 'm' }),
      delta(0, { type: 'signature_delta', signature: 'sig==' }),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'text', text: '', citations: null },
      },
      delta(1, { type: 'text_delta', text: 'Hal' }),
      delta(1, { type: 'text_delta', text: 'lo' }),
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { ...tool, input: {} } },
      delta(2, { type: 'input_json_delta', partial_json: '' }),
      delta(2, { type: 'input_json_delta', partial_json: '{"city":"' }),
      delta(2, { type: 'input_json_delta', partial_json: 'Bern"}' }),
      { type: 'content_block_stop', index: 2 },
    ]);
    expect(events[0]).toMatchObject({
      type: 'message_start',
      message: { content: [], stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } },
    });
    expect(events.slice(-2)).toMatchObject([
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 11 } },
      { type: 'message_stop' },
    ]);
  });

  it('names every frame after its event', () => {
    const text = Buffer.from(readContent(messagesStream(description))).toString();
    const frames = readFrames(text);
    expect(frames).not.toEqual([]);
    for (const frame of frames) {
      expect(JSON.parse(frame.data)).toHaveProperty('type', frame.event);
    }
  });
});
