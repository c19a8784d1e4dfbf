// "Conversations": their endpoints, and the responses that continue them.
import { failWith } from '@parley/testkit';
import {
  at,
  check,
  checkAbsent,
  checkEqual,
  checkMatch,
  checkStatus,
  listAt,
  numberAt,
  textAt,
} from '../check.ts';
import { chat } from '../formats/chat.ts';
import { responses } from '../formats/responses.ts';
import { nameModel, upstreamFormats } from '../gateway/configuration.ts';
import { readEventStream } from '../http/event-stream.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { expectError, expectText, forEachCase } from './expect.ts';

const root = '/v1/conversations';

/** A message of a user, as clients send it. */
function say(text: string): object {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

/** Sends a request that must succeed, and returns the body of its response. */
async function call(
  { send }: Pick<ScenarioContext, 'send'>,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<unknown> {
  const reply = await send({ method, path: root + path, ...(body && { body }) });
  checkStatus(reply, 200);
  return reply.body;
}

async function open(context: ScenarioContext, body: object = {}): Promise<string> {
  return textAt(await call(context, ['POST', ''], body), 'id');
}

/** The texts of all items, the oldest first. */
async function listTexts(context: ScenarioContext, id: string): Promise<readonly string[]> {
  const list = await call(context, ['GET', `/${id}/items?order=asc&limit=100`]);
  return listAt(list, 'data').map((item) => textAt(item, 'content', 0, 'text'));
}

export const conversationScenarios: readonly Scenario[] = [
  {
    id: 'conversation',
    title: 'a conversation is made without a body, found, changed and deleted',
    rules: ['conversation-shape', 'conversation-change', 'conversation-own'],
    needs: 'key',
    async run(context) {
      const made = await call(context, ['POST', '']);
      const id = textAt(made, 'id');
      checkMatch(id, /^conv_./, 'the id');
      checkEqual(at(made, 'object'), 'conversation', 'object');
      check(numberAt(made, 'created_at') < 1e11, 'created_at is not in seconds');
      checkEqual(at(made, 'metadata'), {}, 'metadata');
      checkEqual(await call(context, ['GET', `/${id}`]), made, 'what is found');
      const metadata = { topic: 'tests' };
      const changed = await call(context, ['POST', `/${id}`], { metadata });
      checkEqual(at(changed, 'metadata'), metadata, 'the new metadata');
      checkEqual(await call(context, ['GET', `/${id}`]), changed, 'what is found then');
      const deleted = { id, object: 'conversation.deleted', deleted: true };
      checkEqual(await call(context, ['DELETE', `/${id}`]), deleted, 'the deletion');
      const gone = await context.send({ path: `${root}/${id}` });
      expectError(context, chat, { reply: gone, status: 404, code: 'conversation_not_found' });
    },
  },
  {
    id: 'conversation-items',
    title: 'items are listed in pages, added, found and deleted',
    rules: ['conversation-items', 'conversation-own'],
    needs: 'key',
    async run(context) {
      const id = await open(context, { items: [say('One'), say('Two')] });
      const added = await call(context, ['POST', `/${id}/items`], { items: [say('Three')] });
      checkEqual(listAt(added, 'data').length, 1, 'the number of added items');
      checkEqual(await listTexts(context, id), ['One', 'Two', 'Three'], 'the texts');
      const newest = await call(context, ['GET', `/${id}/items?limit=1`]);
      checkEqual(at(newest, 'object'), 'list', 'object');
      checkEqual(at(newest, 'data'), at(added, 'data'), 'the newest item');
      checkEqual(at(newest, 'has_more'), true, 'has_more');
      const last = textAt(newest, 'last_id');
      const rest = await call(context, ['GET', `/${id}/items?after=${last}`]);
      checkEqual(listAt(rest, 'data').length, 2, 'the number of older items');
      checkEqual(at(rest, 'has_more'), false, 'has_more of the last page');
      const path = `/${id}/items/${last}`;
      checkEqual(await call(context, ['GET', path]), at(added, 'data', 0), 'the item');
      checkEqual(at(await call(context, ['DELETE', path]), 'id'), id, 'the conversation');
      const gone = await context.send({ path: root + path });
      expectError(context, chat, { reply: gone, status: 404, code: 'item_not_found' });
      checkEqual(await listTexts(context, id), ['One', 'Two'], 'the texts that are left');
    },
  },
  {
    id: 'conversation-refused',
    title: 'fields of a wrong form are refused by their name',
    rules: ['conversation-refused'],
    needs: 'key',
    async run(context) {
      const many = Array.from({ length: 21 }, () => say('Hi'));
      const wide = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`n${index}`, 'a']));
      const bodies = [
        [{ items: 'Hi' }, 'items'],
        [{ items: many }, 'items'],
        [{ items: [5] }, 'items[0]'],
        [{ metadata: 5 }, 'metadata'],
        [{ metadata: { a: 5 } }, 'metadata'],
        [{ metadata: wide }, 'metadata'],
      ] as const;
      await forEachCase(bodies, async ([body, param]) => {
        const reply = await context.send({ path: root, body });
        checkEqual(expectError(context, chat, { reply, status: 400 }).param, param, 'param');
      });
      const id = await open(context);
      await forEachCase(['order=newest', 'limit=0', 'limit=101', 'limit=x'], async (query) => {
        const reply = await context.send({ path: `${root}/${id}/items?${query}` });
        const [param = ''] = query.split('=');
        checkEqual(expectError(context, chat, { reply, status: 400 }).param, param, 'param');
      });
    },
  },
  {
    id: 'conversation-of-another-key',
    title: 'a conversation is unknown to other keys, and is no response',
    rules: ['conversation-own'],
    needs: 'admin',
    async run(context) {
      const id = await open(context, { items: [say('Secret')] });
      const { secret } = await context.admin.createKey();
      const calls = [
        { path: `${root}/${id}` },
        { path: `${root}/${id}/items` },
        { path: `${root}/${id}`, body: { metadata: {} } },
        { path: `${root}/${id}/items`, body: { items: [say('Hi')] } },
        { path: `${root}/${id}`, method: 'DELETE' },
        {
          path: '/v1/responses',
          body: { model: context.target.model, input: 'Hi', conversation: id },
        },
      ];
      for (const each of calls) {
        const reply = await context.send({ ...each, key: secret });
        expectError(context, chat, { reply, status: 404, code: 'conversation_not_found' });
      }
      checkStatus(await context.send({ path: `/v1/responses/${id}` }), 404);
      checkEqual(await listTexts(context, id), ['Secret'], 'the texts');
    },
  },
  {
    id: 'conversation-continued',
    title: 'a response adds its input and its output, whole, streamed and not stored',
    rules: ['conversation-continued'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const id = await open(context);
      const ask = (input: string, fields: object) =>
        context.send({
          path: '/v1/responses',
          body: { model, input, max_output_tokens: 64, ...fields },
        });
      const whole = await ask('One', { conversation: id });
      checkStatus(whole, 200);
      checkEqual(at(whole.body, 'conversation'), { id }, 'the conversation of the response');
      const streamed = await ask('Two', { conversation: { id }, stream: true, store: false });
      checkStatus(streamed, 200);
      const { text } = responses.readStream(readEventStream(streamed.text));
      const said = ['One', responses.textOf(whole.body), 'Two', text];
      checkEqual(await listTexts(context, id), said, 'the texts');
    },
  },
  {
    id: 'conversation-to-every-format',
    title: 'an upstream of any format gets what was said before, and no id',
    rules: ['conversation-continued'],
    needs: 'upstream',
    async run(context) {
      const { testGateway } = context;
      await forEachCase(upstreamFormats, async (format) => {
        const id = await open(context, { items: [say('My name is Ada.')] });
        const play = testGateway.play(testGateway.answer({ text: 'Hello Ada.' }));
        const ask = (stream: boolean) =>
          context.send({
            path: '/v1/responses',
            body: { model: nameModel(format), input: play.mark, conversation: id, stream },
          });
        checkStatus(await ask(false), 200);
        const stream = readEventStream((await ask(true)).text);
        expectText(responses.readStream(stream), 'Hello Ada.');
        const sent = play.requests[1]?.text ?? '';
        checkMatch(sent, /My name is Ada\.[^]*Hello Ada\./, 'what the upstream got');
        checkAbsent(sent, id, 'the id of the conversation');
        checkEqual((await listTexts(context, id)).length, 5, 'the number of items');
      });
    },
  },
  {
    id: 'conversation-failed',
    title: 'a failed or refused response adds nothing',
    rules: ['conversation-failed'],
    needs: 'upstream',
    async run(context) {
      const id = await open(context);
      const play = context.testGateway.play(failWith(400));
      const body = { model: nameModel('chat'), input: play.mark, conversation: id };
      const failed = await context.send({ path: '/v1/responses', body });
      expectError(context, responses, { reply: failed, status: 400, relayed: true });
      const both = { ...body, previous_response_id: 'resp_1' };
      const refused = await context.send({ path: '/v1/responses', body: both });
      const code = 'mutually_exclusive_parameters';
      expectError(context, responses, { reply: refused, status: 400, code });
      checkEqual(play.requests.length, 1, 'calls of the upstream');
      checkEqual(await listTexts(context, id), [], 'the texts');
    },
  },
  {
    id: 'conversation-at-once',
    title: 'items that are added at the same time are all kept',
    rules: ['conversation-at-once'],
    needs: 'key',
    async run(context) {
      const id = await open(context);
      const texts = Array.from({ length: 8 }, (_, index) => `Number ${index}`);
      await Promise.all(
        texts.map((text) => call(context, ['POST', `/${id}/items`], { items: [say(text)] })),
      );
      checkEqual([...(await listTexts(context, id))].sort(), texts, 'the texts');
    },
  },
  {
    id: 'conversation-free',
    title: 'what calls no model is not in the usage of the key',
    rules: ['conversation-free'],
    needs: 'admin',
    async run({ admin, send }) {
      const { secret } = await admin.createKey();
      const asKey: ScenarioContext['send'] = (each) => send({ ...each, key: secret });
      const id = textAt(await call({ send: asKey }, ['POST', ''], { items: [say('Hi')] }), 'id');
      await call({ send: asKey }, ['GET', `/${id}/items`]);
      const usage = await asKey({ path: '/v1/usage' });
      checkEqual(at(usage.body, 'usage', 'total', 'requests'), 0, 'requests');
    },
  },
  {
    id: 'conversation-too-large',
    title: 'a conversation does not grow beyond what is stored',
    rules: ['conversation-expiry'],
    needs: 'key',
    tag: 'heavy',
    async run(context) {
      const id = await open(context, { items: [say('Hi')] });
      const body = { items: [say('x'.repeat(17 * 1024 * 1024))] };
      const reply = await context.send({ path: `${root}/${id}/items`, body });
      expectError(context, chat, { reply, status: 413, code: 'conversation_too_large' });
      checkEqual(await listTexts(context, id), ['Hi'], 'the texts');
    },
  },
];
