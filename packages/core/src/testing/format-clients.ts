/** Clients of the four formats, and prices, for tests that run every client with every upstream. */
import { type SseFrame } from '@parley/protocol';
import {
  lintChatStream,
  lintGeminiStream,
  lintMessagesStream,
  lintResponsesStream,
} from '@parley/protocol/testing';
import { callName, type Format } from './test-gateway.ts';

/** What a client of one format sends and reads. */
export interface FormatClient {
  readonly path: string;
  readonly streamPath: string;
  /** Creates a request with an output limit, streaming or not. */
  ask(maxTokens: number, stream: boolean): Readonly<Record<string, unknown>>;
  /** The stop reason in its streams at the output limit. */
  readonly cutMark: string;
  readonly endMark: string;
  lint(frames: readonly SseFrame[]): string[];
}

const messages = [{ role: 'user', content: 'Hi' }];

export const formatClients: Readonly<Record<Format, FormatClient>> = {
  chat: {
    path: '/v1/chat/completions',
    streamPath: '/v1/chat/completions',
    ask: (limit, stream) => ({
      model: callName,
      messages,
      max_completion_tokens: limit,
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    }),
    cutMark: '"finish_reason":"length"',
    endMark: 'data: [DONE]',
    lint: lintChatStream,
  },
  messages: {
    path: '/v1/messages',
    streamPath: '/v1/messages',
    ask: (limit, stream) => ({ model: callName, messages, max_tokens: limit, stream }),
    cutMark: '"stop_reason":"max_tokens"',
    endMark: 'event: message_stop',
    lint: lintMessagesStream,
  },
  gemini: {
    path: `/v1beta/models/${callName}:generateContent`,
    streamPath: `/v1beta/models/${callName}:streamGenerateContent?alt=sse`,
    ask: (limit) => ({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { maxOutputTokens: limit },
    }),
    cutMark: '"finishReason":"MAX_TOKENS"',
    endMark: '"finishReason":',
    lint: lintGeminiStream,
  },
  responses: {
    path: '/v1/responses',
    streamPath: '/v1/responses',
    ask: (limit, stream) => ({ model: callName, input: 'Hi', max_output_tokens: limit, stream }),
    cutMark: '"incomplete_details":{"reason":"max_output_tokens"}',
    endMark: 'event: response.incomplete',
    lint: lintResponsesStream,
  },
};

export const formats: readonly Format[] = ['chat', 'messages', 'gemini', 'responses'];

/** Every client with every upstream. */
export const pairs = formats.flatMap((client) =>
  formats.map((upstream) => [client, upstream] as const),
);

/** The price of a token, cached ones included: 1,000 nanoUsd for the prompt and 2,000 for the reply. */
export const plainRates = {
  input: 1,
  cache_read: 1,
  cache_write_5m: 1,
  cache_write_1h: 1,
  output: 2,
};
/** No limit is exceeded, so that the upper bound is reserved where a limit is near its end. */
export const plainPrices = {
  prices: [{ match: '*', ...plainRates }],
  pricing: { overdraft: 'none' as const },
};
export const inputNanoUsd = 1_000;
export const outputNanoUsd = 2_000;

/** The upper bound of a body's prompt, in tokens: its bytes and what a vendor adds. */
export function promptBound(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body)).byteLength + 64;
}
