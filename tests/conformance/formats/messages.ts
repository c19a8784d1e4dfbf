// Requests and responses of Messages.
import { at, listAt, Mismatch, numberAt, textAt } from '../check.ts';
import { parseJson } from '../http/client.ts';
import { textOr } from './chat.ts';
import type { ClientFormat, ErrorReading } from './client-format.ts';
import { toolSchema } from './tool.ts';

export const messages: ClientFormat = {
  name: 'messages',
  ask: ({ model, prompt, system, stream = false, maxTokens = 64, tool = false }) => ({
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: maxTokens,
      messages: [{ role: 'user', content: prompt }],
      ...(system !== undefined && { system }),
      ...(stream && { stream }),
      ...(tool && { tools: [{ name: 'look_up', input_schema: toolSchema }] }),
    },
  }),
  textOf: (body) =>
    textAt(
      listAt(body, 'content').find((block) => at(block, 'type') === 'text'),
      'text',
    ),
  usageOf: (body) => ({
    input: numberAt(body, 'usage', 'input_tokens'),
    output: numberAt(body, 'usage', 'output_tokens'),
  }),
  toolOf(body) {
    const block = listAt(body, 'content').find((each) => at(each, 'type') === 'tool_use');
    return { name: textAt(block, 'name'), arguments: JSON.stringify(at(block, 'input')) };
  },
  modelOf: (body) => at(body, 'model'),
  readStream({ frames }) {
    const last = frames.at(-1);
    const events = frames.map(({ data }) => parseJson(data));
    const failure = events.find((event) => at(event, 'type') === 'error');
    const opened = events.find((event) => at(event, 'content_block', 'type') === 'tool_use');
    const usage = events.findLast((event) => at(event, 'type') === 'message_delta');
    const start = events.find((event) => at(event, 'type') === 'message_start');
    const join = (field: string) =>
      events.map((event) => textOr(at(event, 'delta', field))).join('');
    return {
      text: join('text'),
      ended: last?.event === 'message_stop',
      error: failure,
      endedByError: last?.event === 'error' && typeof at(failure, 'error', 'message') === 'string',
      usage:
        usage === undefined
          ? undefined
          : {
              input: Number(
                at(usage, 'usage', 'input_tokens') ?? at(start, 'message', 'usage', 'input_tokens'),
              ),
              output: numberAt(usage, 'usage', 'output_tokens'),
            },
      tool:
        opened === undefined
          ? undefined
          : { name: textAt(opened, 'content_block', 'name'), arguments: join('partial_json') },
    };
  },
  readError(body) {
    textAt(body, 'request_id');
    textAt(body, 'error', 'details', 'error_code');
    return readRelayedError(body);
  },
  readRelayedError,
};

function readRelayedError(body: unknown): ErrorReading {
  if (at(body, 'type') !== 'error') {
    throw new Mismatch(`no messages envelope: ${JSON.stringify(body)}`);
  }
  return {
    message: textAt(body, 'error', 'message'),
    type: textAt(body, 'error', 'type'),
    code: at(body, 'error', 'details', 'error_code'),
    param: undefined,
  };
}
