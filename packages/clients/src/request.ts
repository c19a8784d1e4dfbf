/** Requests of the four wire formats, as snippets show them. */
import type { Dialect } from './client.ts';

/** A request: the fields that all formats have in common, and a body. */
export interface ChatRequest {
  readonly model: string;
  /** Whether a streamed response is requested. */
  readonly stream: boolean;
  /** In the wire format of the dialect. Its `model` and `stream` are overridden by those above. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request and its destination. */
export interface Call {
  readonly dialect: Dialect;
  /** Base URL of the gateway, without a final slash and without `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly request: ChatRequest;
}

/** The body as it is sent; for Gemini, model and stream are part of the path instead. */
export function completeBody(dialect: Dialect, request: ChatRequest): Record<string, unknown> {
  const { model: _model, stream: _stream, ...body } = request.body;
  if (dialect === 'gemini-generate') return body;
  return { model: request.model, ...body, ...(request.stream && { stream: true }) };
}

const greeting = 'Hello';

const greetings: Readonly<Record<Dialect, ChatRequest['body']>> = {
  'openai-chat': { messages: [{ role: 'user', content: greeting }] },
  'anthropic-messages': { max_tokens: 1024, messages: [{ role: 'user', content: greeting }] },
  'openai-responses': { input: greeting },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: greeting }] }] },
};

/** A small first request. */
export function writeGreeting(dialect: Dialect, model: string, stream: boolean): ChatRequest {
  return { model, stream, body: greetings[dialect] };
}
