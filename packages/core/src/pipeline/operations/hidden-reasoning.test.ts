import { jsonReply, rawReply, rawStream, type ScriptedRequest } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import {
  callName,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

interface Item {
  readonly id?: string;
  readonly type?: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly output: readonly (Item & { readonly id: string })[];
}

const usage = {
  ...{ input_tokens: 1, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1 },
  ...{ output_tokens_details: { reasoning_tokens: 1 }, total_tokens: 2 },
};

/**
 * An upstream that stores its items and pairs them by their ids: an item needs the reasoning before it, and
 * reasoning the item after it.
 */
function createPairingUpstream(state: { readonly encrypted_content?: string } = {}) {
  const needed = new Map<string, string>();
  const follower = new Map<string, string>();
  let turn = 0;
  const findFault = (input: readonly Item[]): string | undefined => {
    for (const [index, { id, type = 'message' }] of input.entries()) {
      const reasoning = needed.get(id ?? '');
      if (reasoning !== undefined && input[index - 1]?.id !== reasoning)
        return `'${type}' was provided without its required 'reasoning' item: '${reasoning}'.`;
      const next = follower.get(id ?? '');
      if (next !== undefined && input[index + 1]?.id !== next)
        return `'${type}' was provided without its required following item.`;
    }
    return undefined;
  };
  const generate = (background: boolean): object => {
    turn += 1;
    const [reasoning, call] = [`rs_${String(turn)}`, `fc_${String(turn)}`];
    needed.set(call, reasoning);
    follower.set(reasoning, call);
    const output = [
      { id: reasoning, type: 'reasoning', summary: [], ...state },
      {
        ...{ id: call, type: 'function_call', status: 'completed', name: 'f', arguments: '{}' },
        call_id: `call_${String(turn)}`,
      },
    ];
    return {
      ...{ id: `resp_${String(turn)}`, object: 'response', created_at: 1, status: 'completed' },
      ...{ model: 'up', error: null, incomplete_details: null, previous_response_id: null },
      ...{ output, usage, background },
    };
  };
  return (request: ScriptedRequest) => {
    const fault = findFault(inputOf(request));
    if (fault !== undefined) {
      const type = 'invalid_request_error';
      const error = { message: `Item of type ${fault}`, type, param: 'input', code: null };
      const headers = { 'content-type': 'application/json' };
      return rawReply(400, headers, JSON.stringify({ error }));
    }
    const response = generate(request.text.includes('"background":true'));
    if (!request.stream) return jsonReply(response);
    const frame = (type: string) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`;
    return rawStream(frame('response.created') + frame('response.completed'));
  };
}

function inputOf({ body }: ScriptedRequest): readonly Item[] {
  const { input } = body as { readonly input: string | readonly Item[] };
  return typeof input === 'string' ? [] : input;
}

async function arrange(
  state: Parameters<typeof createPairingUpstream>[0] = {},
  settings: TestGatewaySettings = {},
) {
  const running = await openTestGateway({ formats: ['responses'], ...settings });
  running.upstream.script(createPairingUpstream(state));
  return { running, sent: () => running.upstream.requests.map(inputOf) };
}

async function ask({ post }: TestGateway, body: object): Promise<Answer> {
  const response = await post('/v1/responses', { model: callName, ...body });
  return (await response.json()) as Answer;
}

const question = { input: 'Go on.' };
const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] };
const callOf = (turn: number) => ({
  ...{ type: 'function_call', status: 'completed', name: 'f', arguments: '{}' },
  call_id: `call_${String(turn)}`,
});
const resultOf = (turn: number) => ({
  ...{ type: 'function_call_output', call_id: `call_${String(turn)}`, output: 'ok' },
});
const sealed = { encrypted_content: 'gAAA' };
const refer = ({ output }: Answer) => output.map(({ id }) => ({ type: 'item_reference', id }));

describe('a response whose reasoning stays at its upstream', () => {
  it('is continued over several turns without the ids that need the reasoning', async () => {
    const { running, sent } = await arrange();
    const first = await ask(running, question);
    expect(first.output.map(({ id }) => id)).toEqual(['rs_1', 'fc_1']);
    const second = await ask(running, { input: [resultOf(1)], previous_response_id: first.id });
    const third = await ask(running, { input: [resultOf(2)], previous_response_id: second.id });
    expect(third.status).toBe('completed');
    const history = [asked, callOf(1), resultOf(1), callOf(2), resultOf(2)];
    expect(sent()[1]).toEqual(history.slice(0, 3));
    expect(sent()[2]).toEqual(history);
  });

  it('is continued when it was streamed', async () => {
    const { running, sent } = await arrange();
    const body = { model: callName, ...question, stream: true };
    await (await running.post('/v1/responses', body)).text();
    const next = { input: [resultOf(1)], previous_response_id: 'resp_1' };
    expect((await ask(running, next)).status).toBe('completed');
    expect(sent()[1]).toEqual([asked, callOf(1), resultOf(1)]);
  });

  it('is continued when it was generated in the background', async () => {
    const { running, sent } = await arrange();
    const { id } = await ask(running, { ...question, background: true });
    const next = { input: [resultOf(1)], previous_response_id: id, background: true };
    expect((await ask(running, next)).status).toBe('completed');
    expect(sent()[1]).toEqual([asked, callOf(1), resultOf(1)]);
  });

  it('is continued by references to its items', async () => {
    const { running, sent } = await arrange();
    const references = refer(await ask(running, question));
    const input = [...references, resultOf(1)];
    const second = await ask(running, { input });
    expect(second.status).toBe('completed');
    await ask(running, { input: [references[1], resultOf(1)] });
    expect(sent().slice(1)).toEqual([
      [callOf(1), resultOf(1)],
      [callOf(1), resultOf(1)],
    ]);
    const both = { input: [...refer(second), resultOf(2)], previous_response_id: second.id };
    expect((await ask(running, both)).status).toBe('completed');
  });

  it('is continued by a translation', async () => {
    const { running, sent } = await arrange(
      {},
      {
        model: 'gpt-5',
        group: { tiers: [{ match: 'tier', tier: 'opus', to: callName, effort: 'high' }] },
      },
    );
    const model = 'claude-opus-4-8';
    const first = await ask(running, { ...question, model });
    const next = { input: [resultOf(1)], previous_response_id: first.id };
    expect((await ask(running, { ...next, model })).status).toBe('completed');
    expect(running.upstream.requests[1]?.text).toContain('"effort":"high"');
    const { status: _, ...call } = callOf(1);
    expect(sent()[1]).toEqual([expect.objectContaining({ role: 'user' }), call, resultOf(1)]);
  });

  it('is listed with the input of the next response, whose items all have ids', async () => {
    const { running } = await arrange();
    const { id } = await ask(running, question);
    const second = await ask(running, { input: [resultOf(1)], previous_response_id: id });
    const url = `http://parley.test/v1/responses/${second.id}/input_items?order=asc`;
    const headers = { authorization: `Bearer ${running.secret}` };
    const response = await running.gateway.fetch(new Request(url, { headers }));
    const { data } = (await response.json()) as { data: Item[] };
    expect(data.map((item) => item.id)).toEqual(['msg_in_2_0', 'fc_in_2_1', 'fco_in_2_2']);
  });
});

describe('a response whose reasoning is in its output', () => {
  it('is continued with all ids', async () => {
    const { running, sent } = await arrange(sealed);
    const first = await ask(running, question);
    const second = await ask(running, { input: [resultOf(1)], previous_response_id: first.id });
    const input = [...refer(second), resultOf(2)];
    expect((await ask(running, { input, previous_response_id: first.id })).status).toBe(
      'completed',
    );
    expect(sent()[1]).toEqual([asked, ...first.output, resultOf(1)]);
    expect(sent()[2]).toEqual([asked, ...first.output, ...second.output, resultOf(2)]);
  });
});

describe('an item that the client sends with an id', () => {
  it('keeps it in every turn, and no other item of the client has one', async () => {
    const { running, sent } = await arrange();
    const mine = [
      { id: 'msg_mine', role: 'user', content: 'Hello.' },
      { id: 'rs_mine', type: 'reasoning', summary: [] },
      { ...callOf(9), id: 'fc_mine' },
      resultOf(9),
    ];
    const first = await ask(running, { input: mine });
    await ask(running, { input: [resultOf(1)], previous_response_id: first.id });
    expect(sent()).toEqual([mine, [...mine, callOf(1), resultOf(1)]]);
  });
});
