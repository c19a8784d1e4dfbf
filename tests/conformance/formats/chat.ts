// Requests and responses of Chat Completions.
import { at, check, numberAt, textAt } from '../check.ts';
import { parseJson } from '../http/client.ts';
import type { ClientFormat, ErrorReading } from './client-format.ts';
import { toolSchema } from './tool.ts';

export const chat: ClientFormat = {
  name: 'chat',
  ask: ({ model, prompt, system, stream = false, maxTokens = 64, tool = false }) => ({
    path: '/v1/chat/completions',
    body: {
      model,
      max_tokens: maxTokens,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: prompt },
      ],
      ...(stream && { stream, stream_options: { include_usage: true } }),
      ...(tool && {
        tools: [{ type: 'function', function: { name: 'look_up', parameters: toolSchema } }],
      }),
    },
  }),
  textOf: (body) => textAt(body, 'choices', 0, 'message', 'content'),
  usageOf: (body) => ({
    input: numberAt(body, 'usage', 'prompt_tokens'),
    output: numberAt(body, 'usage', 'completion_tokens'),
  }),
  toolOf: (body) => ({
    name: textAt(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'name'),
    arguments: textAt(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'arguments'),
  }),
  modelOf: (body) => at(body, 'model'),
  readStream({ frames }) {
    const last = frames.at(-1);
    const chunks = frames
      .filter(({ event, data }) => event === undefined && data !== '[DONE]')
      .map(({ data }) => parseJson(data));
    const calls = chunks.flatMap((chunk) =>
      [at(chunk, 'choices', 0, 'delta', 'tool_calls', 0, 'function')].filter(
        (call) => call !== undefined,
      ),
    );
    const failure = frames.find(({ event }) => event === 'error');
    const error = failure && parseJson(failure.data);
    const usage = chunks.find((chunk) => typeof at(chunk, 'usage', 'prompt_tokens') === 'number');
    return {
      text: chunks.map((chunk) => textOr(at(chunk, 'choices', 0, 'delta', 'content'))).join(''),
      ended: last?.data === '[DONE]',
      error,
      endedByError: last?.event === 'error' && typeof at(error, 'error', 'message') === 'string',
      usage: usage === undefined ? undefined : chat.usageOf(usage),
      tool: calls.length === 0 ? undefined : joinCalls(calls),
    };
  },
  readError: readChatError,
  readRelayedError: readRelayedChatError,
};

/** Reads the error envelope, which is also that of paths without a format. */
export function readChatError(body: unknown): ErrorReading {
  const message = textAt(body, 'error', 'message');
  const type = textAt(body, 'error', 'type');
  const error = at(body, 'error');
  check(error !== undefined && 'param' in (error as object), 'the error has no param');
  const code = textAt(body, 'error', 'code');
  textAt(body, 'request_id');
  return { message, type, code, param: at(body, 'error', 'param') };
}

function joinCalls(calls: readonly unknown[]): { name: string; arguments: string } {
  return {
    name: calls.map((call) => textOr(at(call, 'name'))).join(''),
    arguments: calls.map((call) => textOr(at(call, 'arguments'))).join(''),
  };
}

export function readRelayedChatError(body: unknown): ErrorReading {
  const error = at(body, 'error');
  return {
    message: textAt(error, 'message'),
    type: textAt(error, 'type'),
    code: at(error, 'code'),
    param: at(error, 'param'),
  };
}

/** The text, or an empty one. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
