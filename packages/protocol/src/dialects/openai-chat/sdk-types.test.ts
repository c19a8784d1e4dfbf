import type OpenAI from 'openai';
import type * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { Fits, Plain } from '../../testing/official-types.ts';
import type { chunkSchema, replySchema } from './reply/schema.ts';
import { requestSchema } from './request/schema.ts';
import type { ChatChunk, ChatErrorBody, ChatReply, ChatRequest } from './types.ts';

type Create = OpenAI.Chat.ChatCompletionCreateParams;
type Completion = OpenAI.Chat.ChatCompletion;
type Chunk = OpenAI.Chat.ChatCompletionChunk;

/** Each line is a promise that the compiler keeps. */
export type Promises = [
  Fits<ChatRequest, Create>,
  Fits<ChatReply, Completion>,
  Fits<ChatChunk, Chunk>,
  Fits<ChatErrorBody['error'], OpenAI.ErrorObject>,
  Fits<Plain<Create>, z.input<typeof requestSchema>>,
  Fits<Plain<Completion>, z.input<typeof replySchema>>,
  Fits<Plain<Chunk>, z.input<typeof chunkSchema>>,
];

describe('the request schema', () => {
  it('accepts what the official client sends, with the rare fields', () => {
    const request: Create = {
      model: 'gpt-5-mini',
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Be terse.' }], name: 'house' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look', prompt_cache_breakpoint: { mode: 'explicit' } },
            {
              type: 'image_url',
              image_url: { url: 'https://i.example/a.png', detail: 'original' },
            },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            { type: 'file', file: { file_id: 'file_1' } },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'refusal', refusal: 'No.' }],
          audio: { id: 'audio_1' },
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } },
            { id: 'call_2', type: 'custom', custom: { name: 'patch', input: 'x' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '12:00' }] },
        { role: 'assistant', content: null, function_call: { name: 'old', arguments: '' } },
        { role: 'function', name: 'old', content: null },
      ],
      tools: [
        { type: 'function', function: { name: 'now', strict: null } },
        {
          type: 'custom',
          custom: {
            name: 'patch',
            format: { type: 'grammar', grammar: { definition: 'start: "a"', syntax: 'lark' } },
          },
        },
      ],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'now' } }] },
      },
      prediction: { type: 'content', content: 'x' },
      modalities: ['text', 'audio'],
      audio: { format: 'wav', voice: { id: 'voice_1' } },
      web_search_options: { search_context_size: 'low', user_location: null },
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
      reasoning_effort: 'xhigh',
      stream_options: { include_usage: true, include_obfuscation: false },
      stream: true,
      prompt_cache_options: { mode: 'explicit' },
      moderation: { model: 'm', policy: null },
      logit_bias: { '50256': -100 },
      service_tier: 'fast',
      stop: null,
    };
    expect(requestSchema.safeParse(request).error).toBeUndefined();
  });
});
