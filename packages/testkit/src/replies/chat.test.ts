import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import { chatReply, chatStream, createChatChunks, createChatCompletion } from './chat.ts';
import type { ReplyDescription } from './description.ts';
import { readFrames } from './frames.ts';

const description: ReplyDescription = {
  id: 'abc',
  model: 'm',
  reasoning: 'hm',
  text: ['Hal', 'lo 👋'],
  toolCalls: [
    { id: 'call_1', name: 'look', arguments: { city: 'Bern' } },
    { id: 'call_2', name: 'wait', arguments: '' },
  ],
  usage: { input: 10, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4 },
};

const usage = {
  prompt_tokens: 15,
  completion_tokens: 11,
  total_tokens: 26,
  prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 4,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};

describe('createChatCompletion', () => {
  it('writes a whole answer', () => {
    expect(createChatCompletion(description)).toEqual({
      id: 'chatcmpl-abc',
      object: 'chat.completion',
      created: 1_767_225_600,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Hallo 👋',
            reasoning_content: 'hm',
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'look', arguments: '{"city":"Bern"}' },
              },
              { id: 'call_2', type: 'function', function: { name: 'wait', arguments: '' } },
            ],
            refusal: null,
            annotations: [],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
      service_tier: 'default',
    });
  });

  it.each([
    [{ text: 'a' }, 'stop'],
    [{ text: 'a', finish: 'length' }, 'length'],
    [{ text: 'a', finish: 'context' }, 'length'],
    [{ text: 'a', finish: 'filter' }, 'content_filter'],
    [{ finish: 'prompt-blocked' }, 'content_filter'],
    [{ refusal: 'no' }, 'stop'],
    [{ text: 'a', finish: { native: 'eos' } }, 'eos'],
  ] as const)('ends %j with %s', (given: ReplyDescription, finish) => {
    expect(createChatCompletion(given)).toHaveProperty('choices.0.finish_reason', finish);
  });

  it('begins the text with a commentary', () => {
    const given = { commentary: 'I look. ', text: 'Here.' };
    expect(createChatCompletion(given)).toHaveProperty(
      'choices.0.message.content',
      'I look. Here.',
    );
  });

  it('reports no usage, or any given usage', () => {
    expect(JSON.parse(JSON.stringify(createChatCompletion({ usage: null })))).not.toHaveProperty(
      'usage',
    );
    const absurd = { prompt_tokens: -5, completion_tokens: 'many' };
    expect(createChatCompletion({ rawUsage: absurd })).toHaveProperty('usage', absurd);
  });
});

describe('chatStream', () => {
  it('streams the deltas in the order of the vendor', () => {
    const chunks = createChatChunks(description, { deltaLength: 9 });
    const call = (fields: object) => ({ tool_calls: [fields] });
    expect(chunks.map((chunk) => (chunk['choices'] as { delta: unknown }[])[0]?.delta)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { reasoning_content: 'hm' },
      { content: 'Hal' },
      { content: 'lo 👋' },
      call({ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } }),
      call({ index: 0, function: { arguments: '{"city":"' } }),
      call({ index: 0, function: { arguments: 'Bern"}' } }),
      call({ index: 1, id: 'call_2', type: 'function', function: { name: 'wait', arguments: '' } }),
      {},
      undefined,
    ]);
    expect(chunks.at(-2)).toMatchObject({
      choices: [{ finish_reason: 'tool_calls' }],
      usage: null,
    });
    expect(chunks.at(-1)).toMatchObject({ id: 'chatcmpl-abc', choices: [], usage });
  });

  it('ends with one end mark, and has a usage chunk only on request', () => {
    const frames = readFrames(Buffer.from(readContent(chatStream({ text: 'a' }))).toString());
    expect(frames.filter((frame) => frame.data === '[DONE]')).toHaveLength(1);
    expect(frames.at(-1)).toEqual({ data: '[DONE]' });
    const without = createChatChunks({ text: 'a' }, { includeUsage: false });
    expect(without.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  it('writes custom calls in their own fields, whole and streamed', () => {
    const call = { id: 'call_1', name: 'patch', arguments: 'raw "text"', custom: true };
    expect(createChatCompletion({ toolCalls: [call] })).toHaveProperty(
      'choices.0.message.tool_calls',
      [{ id: 'call_1', type: 'custom', custom: { name: 'patch', input: 'raw "text"' } }],
    );
    const chunks = createChatChunks({ toolCalls: [call] });
    const deltas = chunks.slice(1, -2).map((chunk) => chunk['choices']);
    const fragment = (fields: object) => [{ delta: { tool_calls: [{ index: 0, ...fields }] } }];
    expect(deltas).toMatchObject([
      fragment({ id: 'call_1', type: 'custom', custom: { name: 'patch', input: '' } }),
      fragment({ custom: { input: 'raw "tex' } }),
      fragment({ custom: { input: 't"' } }),
    ]);
  });

  it('never splits a character', () => {
    const chunks = createChatChunks({ text: '👋🏽é' }, { deltaLength: 1 });
    expect(JSON.stringify(chunks)).not.toContain('\\ud');
  });

  it('rejects deltas without length', () => {
    expect(() => chatStream({ text: 'a' }, { deltaLength: 0 })).toThrow(RangeError);
  });

  it('has the right content type', () => {
    expect(Object.fromEntries(chatStream().headers)['content-type']).toContain('text/event-stream');
    expect(Object.fromEntries(chatReply().headers)['content-type']).toBe('application/json');
  });
});
