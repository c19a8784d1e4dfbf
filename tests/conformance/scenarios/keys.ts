// "Authentication": creation, expiry, rotation and deletion of keys.
import {
  at,
  check,
  checkAbsent,
  checkEqual,
  checkMatch,
  checkStatus,
  listAt,
  textAt,
  until,
} from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { AdminContext, Scenario } from '../scenario.ts';
import { expectError } from './expect.ts';

/** Checks that a key is rejected in every format. */
async function expectRefused(context: AdminContext, key: string, code: string): Promise<void> {
  for (const clientFormat of clientFormats) {
    const call = clientFormat.ask({ model: context.target.model, prompt: 'Say hello.' });
    const reply = await context.send({ ...call, key });
    expectError(context, clientFormat, { reply, status: 401, code });
  }
}

export const keyScenarios: readonly Scenario[] = [
  {
    id: 'key-form',
    title: 'a new key has its prefix, its secret is shown once and only as a hint later',
    rules: ['spec-5.1', 'spec-5.6', 'key-form', 'key-shown-once', 'groups', 'spec-1.7'],
    needs: 'admin',
    async run({ admin, send }) {
      const { id, secret } = await admin.createKey();
      checkMatch(secret, /^sk-parley-[0-9A-Za-z]{49}$/, 'the secret');
      checkStatus(await send({ path: '/v1/models', key: secret }), 200);
      const key = await admin.sendOrThrow('GET', `/keys/${id}`);
      checkAbsent(JSON.stringify(key), secret, 'the secret');
      checkEqual(at(key, 'secret'), undefined, 'secret');
      checkEqual(textAt(key, 'display').slice(-4), secret.slice(-4), 'the end of what is shown');
      check(listAt(key, 'groups').length > 0, 'the key is bound to no group');
      const list = await admin.sendOrThrow('GET', '/keys?limit=1000');
      checkAbsent(JSON.stringify(list), secret, 'the secret');
    },
  },
  {
    id: 'key-disabled',
    title: 'a disabled key is refused until it is enabled again',
    rules: ['key-disabled'],
    needs: 'admin',
    async run(context) {
      const { id, secret } = await context.admin.createKey();
      await context.admin.sendOrThrow('PATCH', `/keys/${id}`, { disabled: true });
      await until('the key is refused', async () => {
        const { status } = await context.send({ path: '/v1/models', key: secret });
        return status === 401 ? true : undefined;
      });
      await expectRefused(context, secret, 'key_disabled');
      await context.admin.sendOrThrow('PATCH', `/keys/${id}`, { disabled: false });
      await until('the key works', async () => {
        const { status } = await context.send({ path: '/v1/models', key: secret });
        return status === 200 ? true : undefined;
      });
    },
  },
  {
    id: 'account-disabled',
    title: 'the keys of a disabled account are refused',
    rules: ['key-account-disabled'],
    needs: 'admin',
    async run(context) {
      const account = await context.admin.createAccount();
      const { secret } = await context.admin.createKey({ account_id: account });
      checkStatus(await context.send({ path: '/v1/models', key: secret }), 200);
      await context.admin.sendOrThrow('PATCH', `/accounts/${account}`, { disabled: true });
      await until('the key is refused', async () => {
        const { status } = await context.send({ path: '/v1/models', key: secret });
        return status === 401 ? true : undefined;
      });
      await expectRefused(context, secret, 'account_disabled');
    },
  },
  {
    id: 'key-expires',
    title: 'a key is rejected from the time at which it expires',
    rules: ['key-expired'],
    needs: 'admin',
    async run(context) {
      // A busy machine needs seconds for the first of these calls.
      const expires = new Date(Date.now() + 6_000).toISOString();
      const { secret } = await context.admin.createKey({ expires_at: expires });
      checkStatus(await context.send({ path: '/v1/models', key: secret }), 200);
      await until('the key has expired', async () => {
        const { status } = await context.send({ path: '/v1/models', key: secret });
        return status === 401 ? true : undefined;
      });
      await expectRefused(context, secret, 'key_expired');
    },
  },
  {
    id: 'key-deleted',
    title: 'a deleted key is refused within a second',
    rules: ['key-deleted'],
    needs: 'admin',
    async run(context) {
      const { id, secret } = await context.admin.createKey();
      checkStatus(await context.send({ path: '/v1/models', key: secret }), 200);
      await context.admin.sendOrThrow('DELETE', `/keys/${id}`);
      const isRefused = async () => {
        const { status } = await context.send({ path: '/v1/models', key: secret });
        return status === 401 ? true : undefined;
      };
      await until('the key is refused', isRefused, 1_000);
      const reply = await context.send({ path: '/v1/models', key: secret });
      expectError(context, chat, { reply, status: 401, code: 'invalid_api_key' });
    },
  },
  {
    id: 'key-rotated',
    title: 'a rotated key has a new secret, and the old one as long as the overlap',
    rules: ['key-rotated', 'spec-5.6'],
    needs: 'admin',
    async run({ admin, send }) {
      const { id, secret } = await admin.createKey();
      const second = textAt(
        await admin.sendOrThrow('POST', `/keys/${id}/rotations`, { overlap_seconds: 60 }),
        'secret',
      );
      for (const key of [secret, second]) checkStatus(await send({ path: '/v1/models', key }), 200);
      const third = textAt(await admin.sendOrThrow('POST', `/keys/${id}/rotations`, {}), 'secret');
      checkStatus(await send({ path: '/v1/models', key: third }), 200);
      await until('the replaced secret is refused', async () =>
        (await send({ path: '/v1/models', key: second })).status === 401 ? true : undefined,
      );
    },
  },
  {
    id: 'key-address',
    title: 'a key that is bound to other addresses is rejected, and no address is shown',
    rules: ['key-address'],
    needs: 'admin',
    async run(context) {
      const { secret } = await context.admin.createKey({ allowed_from: ['192.0.2.7'] });
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model: context.target.model, prompt: 'Say hello.' });
        const reply = await context.send({ ...call, key: secret });
        expectError(context, clientFormat, { reply, status: 403, code: 'ip_not_allowed' });
        checkAbsent(reply.text, '127.0.0.1', 'the address');
        checkAbsent(reply.text, '192.0.2.7', 'the address');
      }
    },
  },
  {
    id: 'group-with-keys-stays',
    title: 'a group to which a key is bound is not deleted',
    rules: ['groups', 'spec-1.7'],
    needs: 'admin',
    async run({ admin, send }) {
      const group = await admin.createGroup();
      const { id, secret } = await admin.createKey({ groups: [group] });
      checkStatus(await admin.send('DELETE', `/groups/${group}`), 409);
      checkStatus(await send({ path: '/v1/models', key: secret }), 200);
      await admin.sendOrThrow('DELETE', `/keys/${id}`);
    },
  },
  {
    id: 'key-model-range',
    title: 'a key may use the models of its group that its account allows, and no other',
    rules: ['spec-1.7', 'spec-1.8', 'spec-5.4', 'status-model-hidden'],
    needs: 'admin',
    async run(context) {
      const { admin, send, target } = context;
      const closed = await admin.createGroup({ models: ['no-such-model'] });
      const account = await admin.createAccount({ models: ['no-such-model'] });
      const keys = [
        await admin.createKey({ groups: [closed] }),
        await admin.createKey({ account_id: account }),
        await admin.createKey({ models: ['no-such-model'] }),
      ];
      for (const { secret } of keys) {
        const list = await send({ path: '/v1/models', key: secret });
        checkEqual(listAt(list.body, 'data').length, 0, 'models in the list');
        for (const clientFormat of clientFormats) {
          const hidden = await send({
            ...clientFormat.ask({ model: target.model, prompt: 'Hi' }),
            key: secret,
          });
          const unknown = await send({
            ...clientFormat.ask({ model: 'no-model', prompt: 'Hi' }),
            key: secret,
          });
          const error = expectError(context, clientFormat, {
            reply: hidden,
            status: 404,
            code: 'model_not_found',
          });
          const other = expectError(context, clientFormat, { reply: unknown, status: 404 });
          checkEqual(
            error.message.replaceAll(target.model, '…'),
            other.message.replaceAll('no-model', '…'),
            'the words for a hidden model',
          );
        }
      }
    },
  },
];
