// §1, "Names with a fingerprint" and "Tiers".
import { at, check, checkEqual, checkStatus, listAt, textAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { messages } from '../formats/messages.ts';
import { oddName } from '../gateway/configuration.ts';
import type { AdminContext, Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

interface TwoGroups {
  /** Of the group that is not the default group. */
  readonly fingerprint: string;
  readonly second: string;
  readonly secret: string;
}

/** Creates a key of two groups, the second of which has a fingerprint. */
async function createTwoGroups(
  { admin }: AdminContext,
  models?: readonly string[],
): Promise<TwoGroups> {
  const fingerprint = admin.createName().replace('conformance-', 'Fp');
  const first = await admin.createGroup(models ? { models } : {});
  const second = await admin.createGroup({ fingerprint });
  const { secret } = await admin.createKey({ groups: [first, second] });
  return { fingerprint, second, secret };
}

export const nameScenarios: readonly Scenario[] = [
  {
    id: 'fingerprint-form',
    title: 'one key addresses another of its groups by the fingerprint, in every format',
    rules: [
      'spec-1.11',
      'spec-1.12',
      'spec-2.1.1',
      'spec-2.2.1',
      'spec-4.10',
      'name-order',
      'name-case',
      'reply-model',
      'spec-1.15',
    ],
    needs: 'admin',
    async run(context) {
      const { fingerprint, second, secret } = await createTwoGroups(context);
      const { model } = context.target;
      for (const clientFormat of clientFormats) {
        const bare = await context.send({
          ...clientFormat.ask({ model, prompt: 'Hi' }),
          key: secret,
        });
        checkStatus(bare, 200);
        check(bare.headers['parley-group'] !== second, 'a bare name went to the second group');
        await forEachCase(
          [fingerprint, fingerprint.toLowerCase(), fingerprint.toUpperCase()],
          async (prefix) => {
            const name = `${prefix}/${model}`;
            const reply = await context.send({
              ...clientFormat.ask({ model: name, prompt: 'Hi' }),
              key: secret,
            });
            checkStatus(reply, 200);
            checkEqual(reply.headers['parley-group'], second, 'parley-group');
            if (clientFormat.name !== 'gemini')
              checkEqual(clientFormat.modelOf(reply.body), name, 'model');
          },
        );
      }
    },
  },
  {
    id: 'fingerprint-opens-only-its-group',
    title: 'a model that only the second group has needs its fingerprint',
    rules: ['name-order', 'spec-1.12', 'spec-5.4'],
    needs: 'admin',
    async run(context) {
      const { fingerprint, secret } = await createTwoGroups(context, ['no-such-model']);
      const { model } = context.target;
      const bare = await context.send({ ...chat.ask({ model, prompt: 'Hi' }), key: secret });
      expectError(context, chat, { reply: bare, status: 404, code: 'model_not_found' });
      const prefixed = chat.ask({ model: `${fingerprint}/${model}`, prompt: 'Hi' });
      checkStatus(await context.send({ ...prefixed, key: secret }), 200);
    },
  },
  {
    id: 'fingerprint-unknown',
    title: 'a prefix that no group of the key has is an unknown name that lists its prefixes',
    rules: [
      'status-fingerprint-unknown',
      'status-model-unknown',
      'name-foreign',
      'spec-5.4',
      'spec-7.3',
    ],
    needs: 'admin',
    async run(context) {
      const mine = await createTwoGroups(context);
      const others = await createTwoGroups(context);
      for (const prefix of ['nowhere', others.fingerprint]) {
        for (const clientFormat of clientFormats) {
          const model = `${prefix}/${context.target.model}`;
          const reply = await context.send({
            ...clientFormat.ask({ model, prompt: 'Hi' }),
            key: mine.secret,
          });
          const { message } = expectError(context, clientFormat, {
            reply,
            status: 404,
            code: 'model_not_found',
          });
          check(message.includes(`${mine.fingerprint}/`), message);
          check(!message.replaceAll(model, '').includes(others.fingerprint), message);
        }
      }
    },
  },
  {
    id: 'unknown-models',
    title: 'an unknown model is 404 in each format',
    rules: [
      'status-model-unknown',
      'spec-7.3',
      'envelope-chat',
      'envelope-messages',
      'envelope-gemini',
    ],
    needs: 'key',
    async run(context) {
      const types: Readonly<Record<string, string>> = {
        messages: 'not_found_error',
        gemini: 'NOT_FOUND',
      };
      for (const clientFormat of clientFormats) {
        const reply = await context.send(clientFormat.ask({ model: 'no-model', prompt: 'Hi' }));
        expectError(context, clientFormat, {
          reply,
          status: 404,
          type: types[clientFormat.name] ?? 'invalid_request_error',
          code: 'model_not_found',
        });
        checkEqual(reply.headers['x-should-retry'], 'false', 'x-should-retry');
      }
    },
  },
  {
    id: 'fingerprint-first-slash',
    title: 'the fingerprint ends at the first slash, and an exact name goes first',
    rules: ['name-first-slash', 'name-order'],
    needs: 'upstream',
    async run(context) {
      const fingerprint = 'odd';
      const first = await context.admin.createGroup();
      const second = await context.admin.createGroup({ fingerprint });
      const { secret } = await context.admin.createKey({ groups: [first, second] });
      const ask = (model: string) =>
        context.send({ ...chat.ask({ model, prompt: 'Hi' }), key: secret });
      const exact = await ask(oddName);
      checkStatus(exact, 200);
      checkEqual(exact.headers['parley-group'], first, 'the group of an exact name');
      const prefixed = await ask(`${fingerprint}/${oddName}`);
      checkStatus(prefixed, 200);
      checkEqual(prefixed.headers['parley-group'], second, 'the group behind the prefix');
    },
  },
  {
    id: 'fingerprint-listed',
    title: 'names of further groups are listed with their prefix',
    rules: ['name-listed', 'models-callable', 'spec-1.8', 'models-one'],
    needs: 'admin',
    async run(context) {
      const { fingerprint, secret } = await createTwoGroups(context);
      const name = `${fingerprint}/${context.target.model}`;
      const { body } = await context.send({ path: '/v1/models', key: secret });
      const ids = listAt(body, 'data').map((entry) => textAt(entry, 'id'));
      check(ids.includes(context.target.model), 'the bare name is missing');
      check(ids.includes(name), 'the name with its prefix is missing');
      for (const path of [name, encodeURIComponent(name)]) {
        const one = await context.send({ path: `/v1/models/${path}`, key: secret });
        checkStatus(one, 200);
        checkEqual(at(one.body, 'id'), name, 'id');
      }
    },
  },
  {
    id: 'tiers',
    title: 'tiers of coding assistants, patterns and exact names resolve to models of the group',
    rules: ['spec-1.13', 'spec-1.15', 'tier-rules', 'tier-suffix', 'tier-shown', 'reply-model'],
    needs: 'upstream',
    async run(context) {
      const group = await context.admin.createGroup({
        tiers: [
          { match: 'exact', name: 'my-best', to: 'by-gemini' },
          { match: 'tier', tier: 'opus', to: 'by-messages' },
          { match: 'tier', tier: 'haiku', to: 'by-chat' },
          { match: 'glob', name: 'claude-*', to: 'by-responses' },
        ],
      });
      const { secret } = await context.admin.createKey({ groups: [group] });
      const cases = [
        ['my-best', 'good-gemini'],
        ['claude-opus-9-9', 'good-messages'],
        ['claude-opus-9-9[1m]', 'good-messages'],
        ['opus', 'good-messages'],
        ['claude-9-haiku-20310101', 'good-chat'],
        ['claude-unheard-of', 'good-responses'],
      ] as const;
      await forEachCase(cases, async ([model, provider]) => {
        const call = messages.ask({ model, prompt: 'Hi' });
        const reply = await context.send({ ...call, key: secret });
        checkStatus(reply, 200);
        checkEqual(at(reply.body, 'model'), model, 'model');
        checkEqual(reply.headers['parley-provider'], provider, 'parley-provider');
        check(reply.headers['parley-model'] !== model, 'parley-model does not say what ran');
      });
      const other = messages.ask({ model: 'sonnet', prompt: 'Hi' });
      const reply = await context.send({ ...other, key: secret });
      expectError(context, messages, { reply, status: 404, code: 'model_not_found' });
    },
  },
  {
    id: 'tiers-behind-names',
    title: 'a name that exists is never taken over by a tier',
    rules: ['tier-behind-names', 'name-order'],
    needs: 'upstream',
    async run(context) {
      const group = await context.admin.createGroup({
        tiers: [{ match: 'glob', name: '*', to: 'by-messages' }],
      });
      const { secret } = await context.admin.createKey({ groups: [group] });
      const ask = (model: string) =>
        context.send({ ...chat.ask({ model, prompt: 'Hi' }), key: secret });
      checkEqual(
        (await ask('by-chat')).headers['parley-provider'],
        'good-chat',
        'an existing name',
      );
      checkEqual(
        (await ask('anything')).headers['parley-provider'],
        'good-messages',
        'another name',
      );
    },
  },
];
