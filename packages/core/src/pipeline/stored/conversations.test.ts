import { answerWith, failWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { openBackgroundGateway, question, stateOf } from '../../testing/background-gateway.ts';
import {
  callName,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

interface Reply {
  readonly id: string;
  readonly conversation?: unknown;
}

async function call({ gateway, secret }: TestGateway, method: string, path: string) {
  const headers = { authorization: `Bearer ${secret}` };
  return gateway.fetch(new Request(`http://parley.test/v1${path}`, { method, headers }));
}

/** The texts of the items, the oldest first. */
async function listTexts(running: TestGateway, id: string): Promise<readonly unknown[]> {
  const response = await call(running, 'GET', `/conversations/${id}/items?order=asc`);
  const { data } = (await response.json()) as { data: { content: { text: string }[] }[] };
  return data.map(({ content }) => content[0]?.text);
}

async function open({ post }: TestGateway, body: object = {}): Promise<string> {
  const response = await post('/v1/conversations', body);
  return ((await response.json()) as Reply).id;
}

async function arrange(settings: TestGatewaySettings = {}) {
  const running = await openTestGateway(settings);
  running.upstream.script(answerWith({ text: 'Hello Ada.' }));
  const id = await open(running);
  const ask = async (input: string, fields: object = {}) =>
    running.post('/v1/responses', { model: callName, input, conversation: id, ...fields });
  return { ...running, id, ask };
}

describe('a response in a conversation', () => {
  it.each([
    [{ conversation: 'conv_x' }, 404, 'conversation_not_found'],
    [{ conversation: 5 }, 400, 'invalid_value'],
    [{ previous_response_id: 'resp_1' }, 400, 'mutually_exclusive_parameters'],
  ])('is refused with %j', async (fields, status, code) => {
    const { ask, upstream } = await arrange();
    const response = await ask('Hi', fields);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(upstream.requests).toHaveLength(0);
  });

  it.each(['chat', 'messages', 'gemini', 'responses'] as const)(
    'reaches an upstream that speaks %s with everything said before, and is added',
    async (format) => {
      const running = await arrange({ formats: [format] });
      const { ask, id, upstream } = running;
      const first = (await (await ask('My name is Ada.')).json()) as Reply;
      expect(first.conversation).toEqual({ id });
      await (await ask('Who am I?')).text();
      const sent = upstream.requests[1]?.text ?? '';
      expect(sent).toMatch(/My name is Ada\..*Hello Ada\..*Who am I\?/s);
      expect(sent).not.toContain(id);
      expect(sent).not.toContain('"status":null');
      expect(await listTexts(running, id)).toEqual([
        ...['My name is Ada.', 'Hello Ada.', 'Who am I?', 'Hello Ada.'],
      ]);
    },
  );

  it('names the conversation in each event of a stream that has the response', async () => {
    const running = await arrange({ formats: ['messages'] });
    const { ask, id } = running;
    const text = await (await ask('My name is Ada.', { stream: true })).text();
    expect(text.match(new RegExp(`"conversation":\\{"id":"${id}"\\}`, 'g'))).toHaveLength(3);
    expect(await listTexts(running, id)).toEqual(['My name is Ada.', 'Hello Ada.']);
  });

  it('names it when it is found again, and may continue it as an object', async () => {
    const running = await arrange();
    const { ask, id } = running;
    const first = (await (await ask('Hi', { conversation: { id } })).json()) as Reply;
    const found = await call(running, 'GET', `/responses/${first.id}`);
    expect(await found.json()).toMatchObject({ conversation: { id } });
  });

  it('is added although it is not stored', async () => {
    const running = await arrange();
    const { ask, id } = running;
    const { id: response } = (await (await ask('Hi', { store: false })).json()) as Reply;
    expect(await listTexts(running, id)).toEqual(['Hi', 'Hello Ada.']);
    expect((await call(running, 'GET', `/responses/${response}`)).status).toBe(404);
  });

  it('adds nothing when it fails', async () => {
    const running = await arrange();
    const { ask, id, upstream } = running;
    upstream.script(failWith(400));
    expect((await ask('Hi')).status).toBe(400);
    expect(await listTexts(running, id)).toEqual([]);
  });

  it('is added however much its key stores, as its call is paid for', async () => {
    const configuration = { conversations: { per_key: 1, mebibytes_per_key: 1 } };
    const running = await arrange({ configuration });
    const { ask, id, post } = running;
    const large = 'x'.repeat(600_000);
    await (await ask(large)).text();
    await (await ask(large)).text();
    expect(await listTexts(running, id)).toEqual([large, 'Hello Ada.', large, 'Hello Ada.']);
    const items = [{ role: 'user', content: 'Hi' }];
    expect((await post(`/v1/conversations/${id}/items`, { items })).status).toBe(400);
  });

  it('starts with the items with which the conversation was made', async () => {
    const running = await arrange();
    const items = [{ role: 'developer', content: 'Speak like a pirate.' }];
    const id = await open(running, { items });
    await (await running.ask('Hi', { conversation: id })).text();
    expect(running.upstream.requests[0]?.text).toMatch(/Speak like a pirate\..*Hi/s);
  });

  it('of a conversation that is deleted meanwhile is answered, and logged', async () => {
    const running = await arrange();
    const { ask, id, upstream, store, log } = running;
    upstream.script((request) => {
      void store.deleteResponse('key_1', id);
      return answerWith({ text: 'Hello.' })(request);
    });
    expect((await ask('Hi')).status).toBe(200);
    expect(log.join('\n')).toContain('A response could not be added to its conversation.');
  });

  it('is counted with the conversation', async () => {
    const running = await arrange({ formats: ['responses'] });
    const { ask, id, post, upstream } = running;
    await (await ask('My name is Ada.')).text();
    await post('/v1/responses/input_tokens', { model: callName, input: 'Hi', conversation: id });
    expect(upstream.requests[1]?.text).toMatch(/My name is Ada\..*Hi/s);
  });

  it('and others at the same time are all added', async () => {
    const running = await arrange();
    const { ask, id } = running;
    const inputs = ['One', 'Two', 'Three', 'Four', 'Five'];
    await Promise.all(inputs.map(async (input) => (await ask(input)).text()));
    const texts = await listTexts(running, id);
    expect(texts.filter((text) => text !== 'Hello Ada.').sort()).toEqual([...inputs].sort());
    expect(texts).toHaveLength(10);
  });
});

describe('a background response in a conversation', () => {
  it('is added once, when it has ended', async () => {
    const running = await openBackgroundGateway();
    const id = await open(running);
    const begun = await running.begin({ ...question, conversation: id });
    expect(begun).toMatchObject({ status: 'queued', conversation: { id } });
    expect(await listTexts(running, id)).toEqual([]);
    running.remote.now = stateOf('completed');
    for (let times = 0; times < 2; times++) {
      expect(await running.call('GET', '/resp_of_a_test')).toMatchObject({ conversation: { id } });
      expect(await listTexts(running, id)).toEqual(['Research this.', 'Done.']);
    }
  });

  it('adds only what its request said', async () => {
    const running = await openBackgroundGateway();
    const id = await open(running, { items: [{ role: 'user', content: 'First.' }] });
    await running.begin({ ...question, conversation: id });
    running.remote.now = stateOf('completed');
    await running.call('GET', '/resp_of_a_test');
    expect(await listTexts(running, id)).toEqual(['First.', 'Research this.', 'Done.']);
  });

  it('adds nothing when it is cancelled', async () => {
    const running = await openBackgroundGateway();
    const id = await open(running);
    await running.begin({ ...question, conversation: id });
    await running.call('POST', '/resp_of_a_test/cancel');
    expect(await listTexts(running, id)).toEqual([]);
  });
});
