/** A gateway with an upstream that generates one response in the background, whose state a test sets. */
import { jsonReply, type Script, type ScriptedRequest } from '@parley/testkit';
import { openTestGateway } from './open-test-gateway.ts';
import { callName, type TestGatewaySettings } from './test-gateway.ts';

/** The id of the response. */
export const id = 'resp_of_a_test';
const usage = {
  ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 500 },
  ...{ output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 600 },
};
export const message = {
  ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};

/** The response in one state, as the upstream states it. */
export function stateOf(status: string, fields: object = {}) {
  const base = { id, object: 'response', created_at: 1, model: 'scripted-model', background: true };
  const ended = status === 'completed' ? { output: [message], usage } : { output: [], usage: null };
  return { ...base, status, error: null, previous_response_id: null, ...ended, ...fields };
}

/** An upstream whose response has the state that a test sets. */
export function createRemote() {
  const remote = {
    now: stateOf('queued') as object,
    asked: [] as string[],
    script: ((request: ScriptedRequest) => {
      remote.asked.push(`${request.method} ${request.target}`);
      if (request.target.endsWith('/cancel')) remote.now = stateOf('cancelled');
      return jsonReply(remote.now);
    }) as Script,
  };
  return remote;
}

const price = { input: 1, output: 2 };
const configuration = { prices: [{ match: '*/scripted-model', ...price }] };
/** A request whose price is configured. */
export const question = { model: callName, input: 'Research this.', background: true };

export async function openBackgroundGateway(settings: TestGatewaySettings = {}) {
  let time = 1_000_000;
  const clock = { now: () => time, monotonic: () => time };
  const testGateway = await openTestGateway({
    ...{ formats: ['responses'], configuration },
    ...settings,
    options: { clock, ...settings.options },
  });
  const { gateway, upstream, secret, post } = testGateway;
  const remote = createRemote();
  upstream.script(remote.script);
  const send = (method: string, path: string) =>
    gateway.fetch(
      new Request(`http://parley.test/v1/responses${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
      }),
    );
  return {
    ...testGateway,
    clock,
    remote,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    begin: async (body: object = question): Promise<unknown> =>
      (await post('/v1/responses', body)).json(),
    send,
    call: async (method: string, path: string): Promise<unknown> =>
      (await send(method, path)).json(),
  };
}

const event = (number: number, type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number, ...fields })}\n\n`;
const item = { ...message, status: 'in_progress', content: [] };
const part = { type: 'output_text', text: '', annotations: [] };
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
/** The events of a streamed response, from its beginning to its end. */
export const events = [
  event(0, 'response.created', { response: stateOf('queued') }),
  event(1, 'response.queued', { response: stateOf('queued') }),
  event(2, 'response.in_progress', { response: stateOf('in_progress') }),
  event(3, 'response.output_item.added', { output_index: 0, item }),
  event(4, 'response.content_part.added', { ...place, part }),
  event(5, 'response.output_text.delta', { ...place, delta: 'Done.' }),
  event(6, 'response.output_text.done', { ...place, text: 'Done.' }),
  event(7, 'response.content_part.done', { ...place, part: { ...part, text: 'Done.' } }),
  event(8, 'response.output_item.done', { output_index: 0, item: message }),
  event(9, 'response.completed', { response: stateOf('completed') }),
];
