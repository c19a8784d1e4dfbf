// The type of a probe, and plain requests and replies, for all probes of the table of translations.
import type { DialectId } from '../../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';

/** One feature, in every dialect that has it. */
export interface Probe {
  /** The name of the row on the page. */
  readonly feature: string;
  /**
   * - For a request, fields that replace those of `plainBodies`.
   * - For a reply and a second turn, fields that replace those of `plainReplies`.
   */
  readonly bodies: Readonly<Partial<Record<DialectId, JsonObject>>>;
  /**
   * The same without the tested feature, if that is more than the plain body: the two must be distinguishable
   * after translation.
   */
  readonly omitted?: Readonly<Partial<Record<DialectId, JsonObject>>>;
}

export interface ProbeGroup {
  readonly title: string;
  readonly kind: 'request' | 'reply' | 'second-turn';
  readonly probes: readonly Probe[];
}

/** Requests without any special feature. */
export const plainBodies: Readonly<Record<DialectId, JsonObject>> = {
  'openai-chat': {
    model: 'call-name',
    max_completion_tokens: 4000,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  },
  'anthropic-messages': {
    model: 'call-name',
    max_tokens: 4000,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  },
  'gemini-generate': {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: { maxOutputTokens: 4000 },
  },
  'openai-responses': {
    model: 'call-name',
    max_output_tokens: 4000,
    store: false,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
  },
};

/** Replies without any special feature. */
export const plainReplies: Readonly<Record<DialectId, JsonObject>> = {
  'openai-chat': {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
  },
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Hi.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 3 },
  },
  'gemini-generate': {
    candidates: [
      { index: 0, content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' },
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
    modelVersion: 'm',
    responseId: 'r1',
  },
  'openai-responses': {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'm',
    output: [writeMessage({ type: 'output_text', text: 'Hi.', annotations: [], logprobs: [] })],
    usage: {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 12,
    },
  },
};

/** The only choice of a Chat Completions reply. */
export function chatChoice(message: JsonObject, finish: string, more: JsonObject = {}): JsonObject {
  const bodies = { role: 'assistant', content: null, ...message };
  return { choices: [{ index: 0, message: bodies, finish_reason: finish, ...more }] };
}

/** The only candidate of a Gemini reply. */
export function geminiCandidate(
  parts: JsonObject[],
  finish: string,
  more: JsonObject = {},
): JsonObject {
  const content = { role: 'model', parts };
  return { candidates: [{ index: 0, content, finishReason: finish, ...more }] };
}

/** A message in the output of a Responses reply. */
export function writeMessage(...content: JsonObject[]): JsonObject {
  return { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content };
}

export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const pdf = 'JVBERi0xLjQKJcOkw7zDtsOfCg==';

/** The arguments of a weather tool. */
export const weatherSchema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};

/** A Gemini request with options. */
export const gemini = (generationConfig: JsonObject): JsonObject => ({
  generationConfig: { maxOutputTokens: 4000, ...generationConfig },
});

/** An option with its own field in Chat Completions and Gemini, and optionally in Anthropic Messages. */
export function same(
  feature: string,
  value: JsonValue,
  [chat, messages, inGemini, responses]: readonly (string | undefined)[],
): Probe {
  return {
    feature,
    bodies: {
      ...(chat !== undefined && { 'openai-chat': { [chat]: value } }),
      ...(messages !== undefined && { 'anthropic-messages': { [messages]: value } }),
      ...(inGemini !== undefined && { 'gemini-generate': gemini({ [inGemini]: value }) }),
      ...(responses !== undefined && { 'openai-responses': { [responses]: value } }),
    },
  };
}
