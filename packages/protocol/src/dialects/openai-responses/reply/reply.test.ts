import { describe, expect, it } from 'vitest';
import type { FinishReason, CanonicalReply } from '../../../canonical/reply.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import { noUsage } from '../../../canonical/usage.ts';
import { replayReply } from '../../../canonical/replay.ts';
import { assembleReply } from '../../../canonical/assemble.ts';
import { codecs } from '../../../dialects.ts';
import {
  decodeStream,
  encodeStream,
  readStream,
  replyTarget,
  writeStream,
} from '../../../testing/wire.ts';
import { openaiResponses } from '../codec.ts';
import { decodeRequest } from '../request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply.ts';

const source = { vendor: 'openai' };
const base: JsonObject = { id: 'resp_1', object: 'response', status: 'completed', output: [] };

describe('bodies that are not a reply', () => {
  it.each([
    ['a string', 'oops', 'upstream-unavailable'],
    ['a chat completion', { id: 'c', choices: [] }, 'upstream-unavailable'],
    ['an error', { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } }, 'rate-limited'],
    ['a failure without words', { ...base, status: 'failed' }, 'upstream-unavailable'],
    [
      'a failure of the caller’s',
      { ...base, status: 'failed', error: { code: 'invalid_prompt', message: 'Not allowed.' } },
      'upstream-rejected',
    ],
    [
      'a failure of an image',
      { ...base, status: 'failed', error: { code: 'invalid_image_url', message: 'No image.' } },
      'upstream-rejected',
    ],
  ])('are given: %s', (_, body, code) => {
    expect(() => decodeReply(body, source)).toThrow(expect.objectContaining({ code }));
    expect(() => readReply(body)).toThrow(expect.objectContaining({ code }));
  });

  it.each(['queued', 'in_progress', 'cancelled'])(
    'that are %s are only passed through unchanged',
    (status) => {
      const body = { ...base, status };
      expect(() => decodeReply(body, source)).toThrow(
        expect.objectContaining({ reason: 'upstream_unfinished' }),
      );
      expect(readReply(body)).toEqual({ usage: undefined });
    },
  );
});

describe('what only this dialect says of an item', () => {
  const output = [
    {
      ...{ type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      ...{ caller: { type: 'program', caller_id: 'p1' }, async: true },
    },
    {
      ...{ type: 'custom_tool_call', call_id: 'c2', name: 'g', input: 'raw' },
      caller: { type: 'program', caller_id: 'p1' },
    },
    { type: 'image_generation_call', result: 'QUJD', revised_prompt: 'A dot.', size: '1x1' },
  ];

  it('reaches a client of the dialect, whole and streamed', () => {
    const { value } = decodeReply({ ...base, output }, source);
    const whole = encodeReply(value, replyTarget());
    expect(whole.value.output).toMatchObject(output);
    const frames = [...writeStream(openaiResponses, replayReply(value), replyTarget()).steps];
    const last = JSON.parse(frames.at(-1)?.data ?? '') as { response: JsonObject };
    expect(last.response['output']).toEqual(whole.value.output);
    const events = readStream(openaiResponses, frames, 'openai').steps;
    expect(writeStream(openaiResponses, events, replyTarget()).steps).toEqual(frames);
  });

  it('is not said where it is the default', () => {
    const direct = { ...output[0], caller: { type: 'direct' }, async: false };
    const { value } = decodeReply({ ...base, output: [direct] }, source);
    expect(value.choices[0]?.parts[0]).not.toHaveProperty('extras');
  });
});

describe('decodeReply', () => {
  it('reads items of all kinds in their order', () => {
    const { value, notes } = decodeReply(
      {
        ...base,
        created_at: 1_790_000_000.5,
        model: 'gpt-5',
        service_tier: 'flex',
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          {
            type: 'message',
            phase: 'commentary',
            content: [
              { type: 'output_text', text: 'Hi', logprobs: [{ token: 'Hi', logprob: -1 }] },
              { type: 'output_text', text: '' },
              { type: 'refusal', refusal: 'No.' },
              { type: 'future' },
            ],
          },
          { type: 'function_call', call_id: 'a', name: 'f', arguments: { x: 1 } },
          { type: 'function_call', id: 'fc_2', name: 'f', arguments: '' },
          { type: 'function_call', call_id: 'a' },
          { type: 'mcp_call', id: 'mcp_1' },
        ],
        usage: {
          input_tokens: 10,
          input_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
          output_tokens: 7,
          output_tokens_details: { reasoning_tokens: 2 },
          total_tokens: 17,
        },
      },
      source,
    );
    expect(value).toEqual({
      id: 'resp_1',
      model: 'gpt-5',
      createdAt: 1_790_000_000,
      serviceTier: 'flex',
      choices: [
        {
          index: 0,
          parts: [
            { type: 'text', text: 'Hi', phase: 'commentary' },
            { type: 'refusal', text: 'No.', phase: 'commentary' },
            { type: 'call', id: 'a', name: 'f', arguments: '{"x":1}' },
            { type: 'call', id: 'call_resp1_1', name: 'f', arguments: '{}' },
            { type: 'server', dialect: 'openai-responses', raw: { type: 'mcp_call', id: 'mcp_1' } },
          ],
          finish: { reason: 'calls' },
          logprobs: {
            content: [{ token: 'Hi', logprob: -1, bytes: null, top_logprobs: [] }],
            refusal: [],
          },
        },
      ],
      usage: {
        ...{ ...noUsage, input: 5, cacheRead: 4, cacheWrite5m: 1, output: 5, reasoning: 2 },
        services: ['flex'],
      },
    });
    expect(notes.map(({ action }) => action)).toEqual(['dropped', 'dropped']);
  });

  it('reads text of the type that the items of conversations use', () => {
    const output = [{ type: 'message', content: [{ type: 'text', text: 'Hi' }] }];
    const { value, notes } = decodeReply({ ...base, output }, source);
    expect(value.choices[0]?.parts).toEqual([{ type: 'text', text: 'Hi' }]);
    expect(notes).toEqual([]);
  });

  it('treats a missing status as a complete reply', () => {
    expect(decodeReply({ output: [] }, source).value.choices[0]?.finish.reason).toBe('stop');
  });
});

describe('the purpose of a message', () => {
  const said = (text: string, phase?: string) => ({
    ...{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    ...(phase !== undefined && { phase }),
  });
  const output = [
    said('I look.', 'commentary'),
    said('And think.', 'commentary'),
    said('Noon.', 'final_answer'),
    said('Bye.'),
  ];

  it('reaches a client of the dialect, whole and streamed', () => {
    const decoded = decodeReply({ ...base, output }, source);
    const whole = encodeReply(decoded.value, replyTarget());
    expect(whole.value.output).toMatchObject([
      { phase: 'commentary', content: [{ text: 'I look.' }, { text: 'And think.' }] },
      { phase: 'final_answer', content: [{ text: 'Noon.' }] },
      { content: [{ text: 'Bye.' }] },
    ]);
    expect(whole.value.output[2]).not.toHaveProperty('phase');
    expect(decoded.notes).toEqual([]);
    const codec = codecs['openai-responses'];
    const frames = encodeStream(codec, replayReply(decoded.value));
    const added = frames.map(({ data }) => JSON.parse(data) as JsonObject);
    const opened = added.filter(({ type }) => type === 'response.output_item.added');
    expect(opened).toMatchObject([
      { item: { phase: 'commentary' } },
      { item: { phase: 'final_answer' } },
      { item: { type: 'message' } },
    ]);
    expect(assembleReply(decodeStream(codec, frames, 'openai')).choices).toEqual(
      decoded.value.choices,
    );
  });

  it.each(['openai-chat', 'anthropic-messages', 'gemini-generate'] as const)(
    'is noted for a client of %s, whole and streamed',
    (dialect) => {
      const { value } = decodeReply({ ...base, output: output.slice(1) }, source);
      const note = expect.objectContaining({ path: 'output', action: 'approximated' }) as object;
      expect(codecs[dialect].encodeReply(value, replyTarget()).notes).toContainEqual(note);
      const streamed = writeStream(codecs[dialect], replayReply(value), replyTarget());
      expect(streamed.notes).toContainEqual(note);
    },
  );
});

function replyOf(...parts: Part[]): CanonicalReply {
  return { choices: [{ index: 0, parts, finish: { reason: 'stop' } }], usage: noUsage };
}

describe('encodeReply', () => {
  it('writes every field the official type demands, also without the request', () => {
    const { value, notes } = encodeReply(replyOf({ type: 'text', text: 'Hi' }), replyTarget());
    expect(notes).toEqual([]);
    expect(value).toEqual({
      id: 'resp_x7',
      object: 'response',
      created_at: 1_790_000_000,
      completed_at: null,
      access_programs: null,
      background: false,
      status: 'completed',
      error: null,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      frequency_penalty: 0,
      max_tool_calls: null,
      metadata: {},
      model: 'call-name',
      output: [
        {
          id: 'msg_x7_0',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi', annotations: [], logprobs: [] }],
        },
      ],
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: 'default',
      store: true,
      temperature: 1,
      text: { format: { type: 'text' }, verbosity: 'medium' },
      tool_choice: 'auto',
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: 0,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 0,
      },
    });
  });

  it('returns the time of completion where it is known', () => {
    const target = { ...replyTarget(), completedAt: () => 1_790_000_009 };
    const finished = (reason: FinishReason) =>
      encodeReply({ choices: [{ index: 0, parts: [], finish: { reason } }] }, target).value;
    expect(finished('stop').completed_at).toBe(1_790_000_009);
    expect(finished('length').completed_at).toBeNull();
  });

  it('repeats the request', () => {
    const body: JsonObject = {
      model: 'call-name',
      instructions: 'Be brief.',
      input: [{ role: 'developer', content: 'Not this.' }],
      max_output_tokens: 99,
      max_tool_calls: 2,
      metadata: { a: 'b' },
      parallel_tool_calls: false,
      previous_response_id: 'resp_0',
      prompt_cache_key: 'k',
      reasoning: { effort: 'low', summary: 'detailed' },
      safety_identifier: 'u',
      store: false,
      temperature: 0.5,
      text: { format: { type: 'json_object' }, verbosity: 'low' },
      tool_choice: { type: 'function', name: 'f' },
      tools: [
        {
          type: 'function',
          name: 'f',
          parameters: { type: 'object', properties: {} },
          strict: true,
        },
        {
          type: 'namespace',
          name: 'ns',
          description: '',
          tools: [
            {
              type: 'function',
              name: 'g',
              parameters: { type: 'object', properties: {} },
              strict: false,
            },
            { type: 'custom', name: 'h' },
          ],
        },
        { type: 'web_search' },
      ],
      top_logprobs: 3,
      top_p: 0.9,
      truncation: 'auto',
    };
    const request: CanonicalRequest = decodeRequest(body).value;
    const { value } = encodeReply(replyOf(), { ...replyTarget(), request });
    const { input: _, ...echoed } = body;
    expect(value).toMatchObject(echoed);
  });

  it('keeps one choice, and notes the others', () => {
    const reply = replyOf({ type: 'result', callId: 'a', content: [] });
    const [choice] = reply.choices;
    const twice = choice ? [choice, { ...choice, index: 1 }] : [];
    const { notes } = encodeReply(
      { ...reply, choices: twice, extras: { 'openai-chat': { x: 1 } } },
      replyTarget(),
    );
    expect(notes.map(({ path }) => path)).toEqual(['x', 'choices', 'output']);
  });

  it('notes the result of a call, which no reply can hold', () => {
    const reply = replyOf({ type: 'result', callId: 'a', content: [] });
    const { value, notes } = encodeReply(reply, replyTarget());
    expect(value.output).toEqual([]);
    expect(notes).toEqual([
      {
        ...{ path: 'output', action: 'dropped' },
        reason: 'An answer here cannot hold a part of type result.',
      },
    ]);
  });

  it('writes probabilities beside the first text', () => {
    const token = { token: 'Hi', bytes: [72], logprob: -1, top_logprobs: [] };
    const logprobs = { content: [token], refusal: [] };
    const reply = replyOf({ type: 'text', text: 'Hi' });
    const choices = reply.choices.map((choice) => ({ ...choice, logprobs }));
    expect(encodeReply({ ...reply, choices }, replyTarget()).value.output).toMatchObject([
      { content: [{ logprobs: [token] }] },
    ]);
  });

  it('writes the bytes of a token, which the format requires', () => {
    const token = { token: 'é', bytes: null, logprob: -1 };
    const logprobs = { content: [{ ...token, top_logprobs: [token] }], refusal: [] };
    const reply = replyOf({ type: 'text', text: 'é' });
    const choices = reply.choices.map((choice) => ({ ...choice, logprobs }));
    const stated = { ...token, bytes: [0xc3, 0xa9] };
    expect(encodeReply({ ...reply, choices }, replyTarget()).value.output).toMatchObject([
      { content: [{ logprobs: [{ ...stated, top_logprobs: [stated] }] }] },
    ]);
  });

  it.each([
    ['a call', { type: 'call', id: 'call_1', name: 'look', arguments: '{}' }, 'content'],
    ['a refusal', { type: 'refusal', text: 'No.' }, 'refusal'],
  ] as const)('notes the probabilities of %s', (_, part, list) => {
    const token = { token: 'No', bytes: null, logprob: -1, top_logprobs: [] };
    const logprobs = { content: [], refusal: [], [list]: [token] };
    const choices = replyOf(part).choices.map((choice) => ({ ...choice, logprobs }));
    const { notes } = encodeReply({ ...replyOf(part), choices }, replyTarget());
    expect(notes).toContainEqual({
      ...{ path: 'logprobs', action: 'dropped' },
      reason: 'A response states token probabilities of text only.',
    });
  });

  it('restores provider state of this format under its own id', () => {
    const state = { id: 'rs_9', encrypted_content: 'gAAA' };
    const providerState = {
      vendor: 'openai',
      kind: 'encrypted',
      data: JSON.stringify(state),
    } as const;
    const { value } = encodeReply(
      replyOf({ type: 'reasoning', text: 'Hm.', providerState }),
      replyTarget(),
    );
    expect(value.output).toEqual([
      {
        ...state,
        type: 'reasoning',
        status: 'completed',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
      },
    ]);
  });
});
