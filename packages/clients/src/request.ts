// Requests of the four wire formats, apart from where they go.
import type { Dialect } from './client.ts';

/** A request as a page has it: what every format has in common, and a body. */
export interface ChatRequest {
  readonly model: string;
  /** Whether the answer is asked for as a stream. */
  readonly stream: boolean;
  /** In the wire format of the dialect. `model` and `stream` of it give way to those above. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The body as it is sent: a Gemini path says what other formats say in the body. */
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
