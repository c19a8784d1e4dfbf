// "The list of models".
import { at, check, checkEqual, checkMatch, checkStatus, listAt, textAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { gemini } from '../formats/gemini.ts';
import { messages } from '../formats/messages.ts';
import type { ScenarioContext, Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

async function listIds(
  context: ScenarioContext,
  path: string,
  headers = {},
): Promise<readonly string[]> {
  const { body } = await context.send({ path, headers });
  return listAt(body, 'data').map((entry) => textAt(entry, 'id'));
}

async function listNative(context: ScenarioContext, path: string): Promise<readonly string[]> {
  const { body } = await context.send({ path });
  return listAt(body, 'models').map((entry) => textAt(entry, 'name'));
}

export const modelScenarios: readonly Scenario[] = [
  {
    id: 'models-list',
    title: 'the list can be read by clients of both chat formats',
    rules: ['models-shape', 'models-entry', 'spec-4.6', 'spec-2.6'],
    needs: 'key',
    async run({ send }) {
      const reply = await send({ path: '/v1/models' });
      checkStatus(reply, 200);
      checkEqual(at(reply.body, 'object'), 'list', 'object');
      checkEqual(at(reply.body, 'has_more'), false, 'has_more');
      const data = listAt(reply.body, 'data');
      checkEqual(at(reply.body, 'first_id'), at(data, 0, 'id'), 'first_id');
      checkEqual(at(reply.body, 'last_id'), at(data, -1, 'id'), 'last_id');
      for (const entry of data) {
        textAt(entry, 'id');
        checkEqual(at(entry, 'object'), 'model', 'object');
        checkEqual(at(entry, 'type'), 'model', 'type');
        check(Number.isInteger(at(entry, 'created')), 'created is no whole number');
        textAt(entry, 'owned_by');
        textAt(entry, 'display_name');
        checkMatch(textAt(entry, 'created_at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'created_at');
        for (const field of ['capabilities', 'lifecycle', 'max_input_tokens', 'max_tokens']) {
          check(at(entry, field) !== undefined, `an entry has no ${field}`);
        }
      }
    },
  },
  {
    id: 'models-google',
    title: "Google's clients get Google's list, on either path",
    rules: ['models-google', 'spec-4.9'],
    needs: 'key',
    async run({ send, target: { key } }) {
      const calls = [
        { path: '/v1beta/models' },
        { path: '/v1/models', key: null, headers: { 'x-goog-api-key': key } },
        { path: '/v1/models', headers: { 'x-goog-api-client': 'google-genai-sdk/3.1.0' } },
      ];
      for (const call of calls) {
        const reply = await send({ ...call, path: `${call.path}?pageSize=1000` });
        checkStatus(reply, 200);
        const models = listAt(reply.body, 'models');
        check(models.length > 0, 'the list is empty');
        checkEqual(at(reply.body, 'nextPageToken'), undefined, 'nextPageToken of the last page');
        for (const entry of models) {
          checkMatch(textAt(entry, 'name'), /^models\/./, 'name');
          textAt(entry, 'displayName');
          check(listAt(entry, 'supportedGenerationMethods').includes('generateContent'), 'methods');
        }
      }
    },
  },
  {
    id: 'models-one',
    title: 'one entry can be retrieved, a slash in its name encoded or not',
    rules: ['models-one', 'spec-1.11'],
    needs: 'key',
    async run(context) {
      for (const id of await listIds(context, '/v1/models?limit=20')) {
        for (const path of [id, encodeURIComponent(id)]) {
          const one = await context.send({ path: `/v1/models/${path.replaceAll(' ', '%20')}` });
          checkStatus(one, 200);
          checkEqual(at(one.body, 'id'), id, 'id');
          const native = await context.send({
            path: `/v1beta/models/${path.replaceAll(' ', '%20')}`,
          });
          checkStatus(native, 200);
          checkEqual(at(native.body, 'name'), `models/${id}`, 'name');
        }
      }
      const unknown = await context.send({ path: '/v1/models/no%2Fmodel' });
      expectError(context, chat, { reply: unknown, status: 404, code: 'model_not_found' });
      const native = await context.send({ path: '/v1beta/models/no/model' });
      expectError(context, gemini, { reply: native, status: 404, type: 'NOT_FOUND' });
      const headers = { 'anthropic-version': '2023-06-01' };
      const other = await context.send({ path: '/v1/models/no-model', headers });
      expectError(context, messages, { reply: other, status: 404, type: 'not_found_error' });
    },
  },
  {
    id: 'models-pages',
    title: 'pages of the list, forwards and backwards, contain each name once',
    rules: ['models-pages'],
    needs: 'key',
    async run(context) {
      const all = await listIds(context, '/v1/models');
      check(all.length > 0, 'the list is empty');
      const forwards: string[] = [];
      for (let after = ''; ;) {
        const reply = await context.send({ path: `/v1/models?limit=3${after}` });
        const page = listAt(reply.body, 'data').map((entry) => textAt(entry, 'id'));
        check(page.length <= 3, 'a page is too long');
        forwards.push(...page);
        if (at(reply.body, 'has_more') !== true) break;
        after = `&after_id=${encodeURIComponent(textAt(reply.body, 'last_id'))}`;
      }
      checkEqual(forwards, all, 'the pages');
      const last = all.at(-1) ?? '';
      const before = await listIds(
        context,
        `/v1/models?limit=2&before_id=${encodeURIComponent(last)}`,
      );
      checkEqual(before, all.slice(0, -1).slice(-2), 'the page before the last name');
    },
  },
  {
    id: 'models-native-pages',
    title: "pages of Google's list hold each name once",
    rules: ['models-pages', 'models-google'],
    needs: 'key',
    async run(context) {
      const all = await listNative(context, '/v1beta/models?pageSize=1000');
      const paged: string[] = [];
      for (let token = ''; ;) {
        const reply = await context.send({ path: `/v1beta/models?pageSize=3${token}` });
        const page = listAt(reply.body, 'models').map((entry) => textAt(entry, 'name'));
        check(page.length <= 3, 'a page is too long');
        paged.push(...page);
        const next = at(reply.body, 'nextPageToken');
        if (typeof next !== 'string') break;
        token = `&pageToken=${encodeURIComponent(next)}`;
      }
      checkEqual(paged, all, 'the pages');
    },
  },
  {
    id: 'models-page-sizes',
    title: 'page sizes that are not numbers are rejected',
    rules: ['models-pages'],
    needs: 'key',
    async run(context) {
      await forEachCase(['0', '-1', 'x', '1.5'], async (size) => {
        const reply = await context.send({ path: `/v1/models?limit=${size}` });
        checkEqual(expectError(context, chat, { reply, status: 400 }).param, 'limit', 'param');
        const native = await context.send({ path: `/v1beta/models?pageSize=${size}` });
        expectError(context, gemini, { reply: native, status: 400, type: 'INVALID_ARGUMENT' });
      });
    },
  },
  {
    id: 'models-callable',
    title: 'every name in the list can be called',
    rules: ['models-callable', 'spec-1.8', 'spec-1.14', 'spec-5.4'],
    needs: 'upstream',
    async run(context) {
      for (const id of await listIds(context, '/v1/models')) {
        if (/^by-(?:slow|brief|away)-/.test(id)) continue;
        const reply = await context.send(chat.ask({ model: id, prompt: 'Say hello.' }));
        check(reply.status !== 404, `${id} gave ${reply.status}: ${reply.text}`);
      }
    },
  },
  {
    id: 'models-aliases',
    title: 'clients whose picker hides names find them behind a prefix, and can call those',
    rules: ['models-alias'],
    needs: 'key',
    async run(context) {
      const headers = { 'anthropic-version': '2023-06-01' };
      const ids = await listIds(context, '/v1/models?limit=1000', headers);
      const { model } = context.target;
      const isShown = /^(?:claude|anthropic)/.test(model);
      const alias = isShown ? model : `anthropic/${model}`;
      check(ids.includes(alias), `${alias} is not in the list`);
      const reply = await context.send(messages.ask({ model: alias, prompt: 'Say hello.' }));
      checkStatus(reply, 200);
      checkEqual(at(reply.body, 'model'), alias, 'model');
      check(
        !(await listIds(context, '/v1/models')).includes(`anthropic/${model}`),
        'an alias is in the plain list',
      );
    },
  },
];
