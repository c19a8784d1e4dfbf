// Requests and responses of Responses.
import { at, listAt, numberAt, textAt } from '../check.ts';
import { parseJson } from '../http/client.ts';
import { readChatError, readRelayedChatError, textOr } from './chat.ts';
import type { ClientFormat } from './client-format.ts';
import { toolSchema } from './tool.ts';

export const responses: ClientFormat = {
  name: 'responses',
  ask: ({ model, prompt, system, stream = false, maxTokens = 64, tool = false }) => ({
    path: '/v1/responses',
    body: {
      model,
      max_output_tokens: maxTokens,
      input: prompt,
      ...(system !== undefined && { instructions: system }),
      ...(stream && { stream }),
      ...(tool && {
        tools: [{ type: 'function', name: 'look_up', parameters: toolSchema, strict: false }],
      }),
    },
  }),
  textOf: (body) =>
    textAt(
      listAt(body, 'output').find((item) => at(item, 'type') === 'message'),
      'content',
      0,
      'text',
    ),
  usageOf: (body) => ({
    input: numberAt(body, 'usage', 'input_tokens'),
    output: numberAt(body, 'usage', 'output_tokens'),
  }),
  toolOf: readTool,
  modelOf: (body) => at(body, 'model'),
  readStream({ frames }) {
    const events = frames.map(({ data }) => parseJson(data));
    const ofType = (type: string) => events.filter((event) => at(event, 'type') === type);
    const [failure] = ofType('error');
    const [completed] = ofType('response.completed');
    const last = frames.at(-1);
    const hasTool = ofType('response.function_call_arguments.done').length > 0;
    return {
      text: ofType('response.output_text.delta')
        .map((event) => textOr(at(event, 'delta')))
        .join(''),
      ended: last?.event === 'response.completed',
      error: failure,
      endedByError: last?.event === 'error' && typeof at(failure, 'error', 'message') === 'string',
      usage: completed === undefined ? undefined : responses.usageOf(at(completed, 'response')),
      tool: hasTool && completed ? readTool(at(completed, 'response')) : undefined,
    };
  },
  readError: readChatError,
  readRelayedError: readRelayedChatError,
};

function readTool(body: unknown): { name: string; arguments: string } {
  const call = listAt(body, 'output').find((item) => at(item, 'type') === 'function_call');
  return { name: textAt(call, 'name'), arguments: textAt(call, 'arguments') };
}
