// "Responses and conversations that are kept".
import { at, checkEqual, checkMatch, checkStatus, listAt, textAt } from '../check.ts';
import { responses } from '../formats/responses.ts';
import { nameModel, upstreamFormats } from '../gateway/configuration.ts';
import type { Reply } from '../http/client.ts';
import type { AdminContext, Scenario, UpstreamContext } from '../scenario.ts';
import { expectError, forEachCase, sendWhole } from './expect.ts';

const say = (content: string) => ({ type: 'message', role: 'user', content });

/** Sends a request with another key of the same account and group. */
async function withOtherKey(
  context: AdminContext,
  send: (key: string) => Promise<Reply>,
): Promise<void> {
  const { secret } = await context.admin.createKey();
  expectError(context, responses, { reply: await send(secret), status: 404 });
}

async function createConversation({ send }: UpstreamContext, items: readonly object[] = []) {
  const reply = await send({ path: '/v1/conversations', body: { items } });
  checkStatus(reply, 200);
  checkEqual(at(reply.body, 'object'), 'conversation', 'object');
  return textAt(reply.body, 'id');
}

/** The roles and texts of the items, oldest first. */
async function readTurns({ send }: UpstreamContext, id: string): Promise<readonly unknown[]> {
  const { body } = await send({ path: `/v1/conversations/${id}/items?order=asc&limit=100` });
  return listAt(body, 'data').map((item) => at(item, 'role'));
}

export const storedScenarios: readonly Scenario[] = [
  {
    id: 'responses-stored',
    title: 'a stored response is read, and deleted, by its key alone',
    rules: ['responses-stored'],
    needs: 'upstream',
    async run(context) {
      const { send } = context;
      const model = nameModel('chat');
      const created = await sendWhole(context, responses, { model, prompt: 'Keep this.' });
      const path = `/v1/responses/${textAt(created.body, 'id')}`;
      const read = await send({ path });
      checkStatus(read, 200);
      checkEqual(at(read.body, 'output'), at(created.body, 'output'), 'output');
      const input = await send({ path: `${path}/input_items` });
      checkMatch(input.text, /Keep this\./, 'input');
      await withOtherKey(context, (key) => send({ path, key }));
      checkStatus(await send({ path, method: 'DELETE' }), 200);
      expectError(context, responses, { reply: await send({ path }), status: 404 });
    },
  },
  {
    id: 'responses-not-stored',
    title: 'a response with store false is not stored',
    rules: ['responses-stored'],
    needs: 'upstream',
    async run(context) {
      const body = { model: nameModel('chat'), input: 'Forget this.', store: false };
      const created = await context.send({ path: '/v1/responses', body });
      checkStatus(created, 200);
      const reply = await context.send({ path: `/v1/responses/${textAt(created.body, 'id')}` });
      expectError(context, responses, { reply, status: 404 });
    },
  },
  {
    id: 'responses-continued',
    title: 'a stored response is continued over an upstream of every format',
    rules: ['responses-continued'],
    needs: 'upstream',
    async run(context) {
      const { send, testGateway } = context;
      await forEachCase(upstreamFormats, async (format) => {
        const model = nameModel(format);
        const play = testGateway.play(testGateway.answer({ text: 'Hello Ada.' }));
        const prompt = `${play.mark} My name is Ada.`;
        const first = await sendWhole(context, responses, { model, prompt });
        const id = textAt(first.body, 'id');
        const body = { model, previous_response_id: id, input: `${play.mark} Who am I?` };
        checkStatus(await send({ path: '/v1/responses', body }), 200);
        const sent = play.requests.at(-1)?.text ?? '';
        checkMatch(sent, /My name is Ada\..*Hello Ada\..*Who am I\?/s, 'what the upstream got');
      });
      const unknown = { model: nameModel('chat'), previous_response_id: 'resp_0', input: 'Hi' };
      const reply = await send({ path: '/v1/responses', body: unknown });
      expectError(context, responses, { reply, status: 400, code: 'previous_response_not_found' });
    },
  },
  {
    id: 'conversations',
    title:
      'a conversation and its items are created, read, changed and deleted, by their key alone',
    rules: ['conversations'],
    needs: 'upstream',
    async run(context) {
      const { send } = context;
      const id = await createConversation(context, [say('One')]);
      const path = `/v1/conversations/${id}`;
      const metadata = { topic: 'demo' };
      const changed = await send({ path, body: { metadata } });
      checkEqual(at(changed.body, 'metadata'), metadata, 'metadata');
      checkEqual((await send({ path })).body, changed.body, 'the conversation');
      const added = await send({ path: `${path}/items`, body: { items: [say('Two')] } });
      const item = `${path}/items/${textAt(added.body, 'data', 0, 'id')}`;
      checkMatch((await send({ path: item })).text, /Two/, 'the item');
      const page = await send({ path: `${path}/items?limit=1&order=asc` });
      checkEqual(at(page.body, 'has_more'), true, 'has_more');
      checkStatus(await send({ path: item, method: 'DELETE' }), 200);
      checkEqual((await readTurns(context, id)).length, 1, 'items');
      await withOtherKey(context, (key) => send({ path, key }));
      checkEqual(at((await send({ path, method: 'DELETE' })).body, 'deleted'), true, 'deleted');
      expectError(context, responses, { reply: await send({ path }), status: 404 });
    },
  },
  {
    id: 'conversations-continued',
    title: 'requests continue a conversation over an upstream of every format, whole and streamed',
    rules: ['conversations-continued'],
    needs: 'upstream',
    async run(context) {
      const { send, testGateway } = context;
      await forEachCase(upstreamFormats, async (format) => {
        const model = nameModel(format);
        const play = testGateway.play(testGateway.answer({ text: 'Hello Ada.' }));
        const conversation = await createConversation(context);
        const ask = (prompt: string) => {
          const { path, body } = responses.ask({ model, prompt: `${play.mark} ${prompt}` });
          return { path, body: { ...(body as object), conversation } };
        };
        const whole = await send(ask('My name is Ada.'));
        checkStatus(whole, 200);
        checkEqual(at(whole.body, 'conversation'), { id: conversation }, 'conversation');
        const second = ask('Who am I?');
        const stream = await send({ ...second, body: { ...second.body, stream: true } });
        checkMatch(stream.text, /response\.completed/, 'the stream');
        const sent = play.requests.at(-1)?.text ?? '';
        checkMatch(sent, /My name is Ada\..*Hello Ada\..*Who am I\?/s, 'what the upstream got');
        const roles = ['user', 'assistant', 'user', 'assistant'];
        checkEqual(await readTurns(context, conversation), roles, 'the turns');
      });
    },
  },
];
