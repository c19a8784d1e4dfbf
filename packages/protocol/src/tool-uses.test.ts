import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from './canonical/assemble.ts';
import type { DialectId } from './canonical/dialect.ts';
import type { ToolUses } from './canonical/tool-uses.ts';
import type { Usage } from './canonical/usage.ts';
import { codecOf } from './dialects.ts';
import type { JsonObject, JsonValue } from './json/value.ts';
import type { SseFrame } from './sse/frame.ts';
import { decodeStream } from './testing/wire.ts';

/** A reply of an upstream, whole and streamed. */
interface Sent {
  readonly whole: JsonObject;
  readonly frames: readonly SseFrame[];
}

function message(tools: JsonValue): Sent {
  const usage = { input_tokens: 9, output_tokens: 3 };
  const head = { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [] };
  const end = { stop_reason: 'end_turn', stop_sequence: null };
  const send = (event: JsonObject & { type: string }): SseFrame => ({
    event: event.type,
    data: JSON.stringify(event),
  });
  return {
    whole: { ...head, ...end, usage: { ...usage, server_tool_use: tools } },
    frames: [
      send({ type: 'message_start', message: { ...head, usage } }),
      send({
        type: 'message_delta',
        delta: end,
        usage: { output_tokens: 3, server_tool_use: tools },
      }),
      send({ type: 'message_stop' }),
    ],
  };
}

function response(output: JsonObject[], more: JsonObject = {}): Sent {
  const usage = { input_tokens: 9, output_tokens: 3, total_tokens: 12 };
  const whole: JsonObject = {
    id: 'r',
    object: 'response',
    status: 'completed',
    output,
    usage,
    ...more,
  };
  const event = { type: 'response.completed', sequence_number: 1, response: whole };
  return { whole, frames: [{ event: event.type, data: JSON.stringify(event) }] };
}

function completion(more: JsonObject): Sent {
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, ...more };
  const head = { id: 'c', model: 'x' };
  const choice = { index: 0, finish_reason: 'stop' };
  return {
    whole: {
      ...head,
      choices: [{ ...choice, message: { role: 'assistant', content: 'a' } }],
      usage,
    },
    frames: [
      { data: JSON.stringify({ ...head, choices: [{ ...choice, delta: { content: 'a' } }] }) },
      { data: JSON.stringify({ ...head, choices: [], usage }) },
      { data: '[DONE]' },
    ],
  };
}

function generated(...grounding: JsonObject[]): Sent {
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 };
  const content = { role: 'model', parts: [{ text: 'a' }] };
  const end = { index: 0, finishReason: 'STOP' };
  const last = grounding.at(-1) ?? {};
  const chunks = grounding.map((groundingMetadata, at) => ({
    candidates: [{ content, index: 0, ...(at === grounding.length - 1 && end), groundingMetadata }],
    usageMetadata,
  }));
  return {
    whole: { candidates: [{ content, ...end, groundingMetadata: last }], usageMetadata },
    frames: chunks.map((chunk) => ({ data: JSON.stringify(chunk) })),
  };
}

const search = {
  type: 'web_search_call',
  id: 'w',
  status: 'completed',
  action: { type: 'search' },
};
const places = { groundingChunks: [{ maps: { uri: 'https://maps.example', title: 'A' } }] };

const cases: readonly [name: string, DialectId, Sent, ToolUses | undefined][] = [
  ['searches', 'anthropic-messages', message({ web_search_requests: 3 }), { web_search: 3 }],
  ['fetches, which are free', 'anthropic-messages', message({ web_fetch_requests: 2 }), undefined],
  [
    'searches that open pages',
    'openai-responses',
    response([
      search,
      { ...search, action: { type: 'open_page' } },
      { ...search, action: { type: 'find_in_page' } },
      { ...search, status: 'failed' },
      { type: 'web_search_call', id: 'w', status: 'completed' },
    ]),
    { web_search: 2 },
  ],
  [
    'the searches that the vendor bills',
    'openai-responses',
    response([search, search], { tool_usage: { web_search: { num_requests: 1 } } }),
    { web_search: 1 },
  ],
  [
    'searches of files',
    'openai-responses',
    response([{ type: 'file_search_call', id: 'f', status: 'completed', queries: ['a'] }]),
    { file_search: 1 },
  ],
  [
    'the tools of xAI',
    'openai-responses',
    response([search], {
      usage: {
        ...{ input_tokens: 9, output_tokens: 3, total_tokens: 12 },
        server_side_tool_usage_details: {
          ...{ web_search_calls: 2, x_search_calls: 4, code_interpreter_calls: 1 },
          ...{ file_search_calls: 3, mcp_calls: 7 },
        },
      },
    }),
    { web_search: 2, x_search: 4, file_search: 3, code_execution: 1 },
  ],
  [
    'no attempts of xAI that failed',
    'openai-responses',
    response([search], {
      usage: {
        ...{ input_tokens: 9, output_tokens: 3, total_tokens: 12 },
        server_side_tool_usage_details: { web_search_calls: 0 },
      },
    }),
    undefined,
  ],
  [
    'the searches of OpenRouter',
    'openai-chat',
    completion({ server_tool_use: { web_search_requests: 2, tool_calls_requested: 2 } }),
    { web_search: 2 },
  ],
  [
    'the searches of OpenRouter, by the name in its types',
    'openai-chat',
    completion({ server_tool_use_details: { web_search_requests: 2, tool_calls_requested: 2 } }),
    { web_search: 2 },
  ],
  [
    'the searches of OpenRouter, by the name in its types',
    'openai-responses',
    response([search], {
      usage: {
        ...{ input_tokens: 9, output_tokens: 3, total_tokens: 12 },
        server_tool_use_details: { web_search_requests: 2, tool_calls_requested: 2 },
      },
    }),
    { web_search: 2 },
  ],
  [
    'the searches of Perplexity',
    'openai-chat',
    completion({ num_search_queries: 5 }),
    { web_search: 5 },
  ],
  [
    'unique queries that are not empty',
    'gemini-generate',
    generated({ webSearchQueries: ['a', '', 'b', 'a'] }),
    { web_search: 2 },
  ],
  ['places', 'gemini-generate', generated(places), { maps: 1 }],
  ['no tools', 'gemini-generate', generated({}), undefined],
];

describe.each(cases)('%s of %s', (...[, dialect, { whole, frames }, uses]) => {
  const codec = codecOf(dialect);

  it('are counted in a whole reply', () => {
    expect(codec.decodeReply(whole, { vendor: 'acme' }).value.usage?.toolUses).toEqual(uses);
    expect(codec.readReply(whole).usage?.toolUses).toEqual(uses);
  });

  it('are counted in a stream', () => {
    expect(assembleReply(decodeStream(codec, frames, 'acme')).usage?.toolUses).toEqual(uses);
    expect(watch(dialect, frames)?.toolUses).toEqual(uses);
  });
});

function watch(dialect: DialectId, frames: readonly SseFrame[]): Usage | undefined {
  const observer = codecOf(dialect).createStreamObserver({ model: 'm', includeUsage: true });
  for (const frame of frames) observer.push(frame);
  observer.end();
  return observer.usage;
}

describe('a grounded stream', () => {
  const queries = [{ webSearchQueries: ['a'] }, { webSearchQueries: ['a', 'b'] }, {}];

  it('counts each query once', () => {
    const { frames } = generated(...queries);
    const codec = codecOf('gemini-generate');
    const { usage } = assembleReply(decodeStream(codec, frames, 'google'));
    expect(usage?.toolUses).toEqual({ web_search: 2 });
    expect(watch('gemini-generate', frames)?.toolUses).toEqual({ web_search: 2 });
  });

  it('counts the same as one list of chunks', () => {
    const chunks = generated(...queries).frames.map(({ data }) => JSON.parse(data) as JsonObject);
    expect(codecOf('gemini-generate').readReply(chunks).usage?.toolUses).toEqual({ web_search: 2 });
  });
});

describe('a number of uses that cannot be right', () => {
  it.each<JsonValue>([-1, 2.5, 10_001, 1e12, 'many', {}, true])('%j is noted', (claim) => {
    const { whole } = message({ web_search_requests: claim });
    const { usage } = codecOf('anthropic-messages').readReply(whole);
    expect(usage?.toolUses).toBeUndefined();
    expect(usage?.corrections).toEqual(['implausible number of tool uses']);
  });

  it.each<JsonValue>([0, null])('%j is none', (claim) => {
    const { usage } = codecOf('anthropic-messages').readReply(
      message({ web_search_requests: claim }).whole,
    );
    expect(usage).not.toHaveProperty('toolUses');
    expect(usage).not.toHaveProperty('corrections');
  });

  it('never becomes uses, whatever an upstream claims', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (claim, tools) => {
        const sent = [message({ web_search_requests: claim }), message(tools)].map(
          ({ whole }) => codecOf('anthropic-messages').readReply(whole).usage,
        );
        const responses = [
          response([], { tool_usage: { web_search: { num_requests: claim as JsonValue } } }),
          response([], { tool_usage: tools }),
        ].map(({ whole }) => codecOf('openai-responses').readReply(whole).usage);
        for (const usage of [...sent, ...responses]) {
          for (const count of Object.values(usage?.toolUses ?? {})) {
            expect(Number.isInteger(count) && count > 0 && count <= 10_000).toBe(true);
          }
        }
      }),
    );
  });
});
