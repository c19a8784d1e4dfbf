// "Usage of a key".
import {
  at,
  check,
  checkEqual,
  checkMatch,
  checkStatus,
  listAt,
  numberAt,
  until,
} from '../check.ts';
import { chat } from '../formats/chat.ts';
import type { Scenario } from '../scenario.ts';
import { nameModel } from '../gateway/configuration.ts';
import { expectError, forEachCase } from './expect.ts';

const path = '/v1/usage';

/** Milliseconds until a departure is noticed at most: less than the timeouts of `brief`, which end a call as well. */
const departureMs = 8_000;

export const usageScenarios: readonly Scenario[] = [
  {
    id: 'usage-shape',
    title: 'the usage of a key has its names',
    rules: ['usage-shape', 'usage-totals', 'spec-4.8', 'spec-8.2', 'spec-2.6', 'spec-3.1'],
    needs: 'key',
    async run({ send }) {
      const { status, body, text } = await send({ path });
      checkStatus({ status }, 200);
      checkEqual(at(body, 'object'), 'key.usage', 'object');
      checkEqual(at(body, 'scope'), 'key', 'scope');
      checkEqual(at(body, 'currency'), 'USD', 'currency');
      checkEqual(at(body, 'isValid'), true, 'isValid');
      checkEqual(at(body, 'status'), 'active', 'status');
      checkMatch(String(at(body, 'mode')), /^(?:quota_limited|unrestricted)$/, 'mode');
      numberAt(body, 'remaining');
      checkMatch(String(at(body, 'unit')), /^(?:USD|tokens)$/, 'unit');
      numberAt(body, 'reserved');
      for (const field of ['expires_at', 'key', 'limits', 'rate_limits']) {
        check(at(body, field) !== undefined, `there is no ${field} in ${text}`);
      }
      for (const field of ['rpm', 'tpm', 'concurrency']) {
        check(at(body, 'limits', field) !== undefined, `there is no limits.${field}`);
      }
      for (const field of ['name', 'group', 'fingerprint']) {
        check(at(body, 'key', field) !== undefined, `there is no key.${field}`);
      }
      for (const span of ['today', 'total']) {
        for (const field of totals) numberAt(body, 'usage', span, field);
      }
      for (const field of ['average_duration_ms', 'rpm', 'tpm']) numberAt(body, 'usage', field);
      listAt(body, 'daily_usage');
      listAt(body, 'model_stats');
    },
  },
  {
    id: 'usage-key-level',
    title: 'neither the balance of the account nor the operator’s cost is shown',
    rules: ['usage-key-level', 'spec-4.8'],
    needs: 'admin',
    async run({ admin, send }) {
      const account = await admin.createAccount({ prepaid: true });
      await admin.sendOrThrow('POST', `/accounts/${account}/top-ups`, { amount: '1234.5' });
      const { secret } = await admin.createKey({ account_id: account });
      const { body, text } = await send({ path, key: secret });
      for (const word of ['account_cost', 'balance', '1234.5', account]) {
        check(!text.includes(word), `${word} is in ${text}`);
      }
      checkEqual(at(body, 'remaining'), -1, 'remaining');
    },
  },
  {
    id: 'usage-unlimited',
    title: 'a key without limits is reported as unrestricted',
    rules: ['usage-unlimited'],
    needs: 'admin',
    async run({ admin, send }) {
      const { secret } = await admin.createKey();
      const { body } = await send({ path, key: secret });
      checkEqual(at(body, 'mode'), 'unrestricted', 'mode');
      checkEqual(at(body, 'remaining'), -1, 'remaining');
      checkEqual(at(body, 'unlimited'), true, 'unlimited');
    },
  },
  {
    id: 'usage-quota',
    title: 'a key with a quota gets what is left, and its windows',
    rules: ['usage-quota', 'spec-8.2', 'spec-8.3'],
    needs: 'admin',
    async run({ admin, send }) {
      const limits = {
        quota: { amount: '10', reset: 'month' },
        windows: { '5h': '2', '1d': '3', '7d': '4' },
        requests_per_minute: 60,
        tokens_per_minute: 1_000,
        concurrency: 5,
      };
      const { secret } = await admin.createKey({ limits });
      const { body } = await send({ path, key: secret });
      checkEqual(at(body, 'mode'), 'quota_limited', 'mode');
      checkEqual(at(body, 'quota', 'limit'), 10, 'limit');
      checkEqual(at(body, 'quota', 'used'), 0, 'used');
      checkEqual(at(body, 'quota', 'remaining'), 10, 'remaining');
      checkEqual(at(body, 'quota', 'unit'), 'USD', 'unit');
      checkEqual(at(body, 'remaining'), 2, 'the tightest limit');
      const windows = listAt(body, 'rate_limits').map((each) => at(each, 'window'));
      checkEqual(windows, ['5h', '1d', '7d'], 'windows');
      checkEqual(at(body, 'limits'), { rpm: 60, tpm: 1_000, concurrency: 5 }, 'limits');
    },
  },
  {
    id: 'usage-counts',
    title: 'calls are counted with their tokens and their cost, by day and by model',
    rules: ['usage-totals', 'usage-quota'],
    needs: 'upstream',
    async run({ admin, send, testGateway }) {
      const { secret } = await admin.createKey({ limits: { quota: { amount: '1' } } });
      const usage = { input: 1_000, output: 500, cacheRead: 200 };
      const play = testGateway.play(testGateway.answer({ text: 'Counted.', usage }));
      // A prompt long enough for this usage: a gateway does not accept every usage that an upstream reports.
      const prompt = `${play.mark} ${'word '.repeat(1_200)}`;
      const asked = await send({
        ...chat.ask({ model: 'by-chat', prompt, maxTokens: 1_000 }),
        key: secret,
      });
      checkStatus(asked, 200);
      const { body } = await send({ path, key: secret });
      const total = at(body, 'usage', 'total');
      checkEqual(at(total, 'requests'), 1, 'requests');
      checkEqual(at(total, 'input_tokens'), 1_000, 'input_tokens');
      checkEqual(at(total, 'output_tokens'), 500, 'output_tokens');
      checkEqual(at(total, 'cache_read_tokens'), 200, 'cache_read_tokens');
      checkEqual(at(total, 'total_tokens'), 1_700, 'total_tokens');
      // One dollar per million input tokens, two per million output tokens.
      checkEqual(at(total, 'actual_cost'), 0.0022, 'actual_cost');
      checkEqual(at(body, 'usage', 'today'), total, 'today');
      checkEqual(at(body, 'model_stats', 0, 'model'), 'by-chat', 'the model');
      checkEqual(at(body, 'daily_usage', -1, 'requests'), 1, 'requests of the day');
      checkEqual(at(body, 'quota', 'used'), 0.0022, 'used');
      checkEqual(at(body, 'quota', 'remaining'), 0.9978, 'remaining');
    },
  },
  {
    id: 'usage-reserved',
    title: 'what running requests reserve is shown',
    rules: ['usage-shape'],
    needs: 'upstream',
    async run({ client, admin, send, testGateway }) {
      const { secret } = await admin.createKey({ limits: { quota: { amount: '1' } } });
      const play = testGateway.play({ type: 'raw', steps: [{ step: 'stall' }] });
      const leaving = new AbortController();
      const call = {
        ...chat.ask({ model: nameModel('chat', 'brief'), prompt: play.mark }),
        key: secret,
      };
      const asking = client.openUntil(call, leaving.signal).catch(() => undefined);
      await play.firstRequest();
      const held = await send({ path, key: secret });
      check(numberAt(held.body, 'reserved') > 0, 'nothing is held');
      leaving.abort();
      await asking;
      const free = async () => {
        const { body } = await send({ path, key: secret });
        return numberAt(body, 'reserved') === 0 ? true : undefined;
      };
      await until('nothing is held any more', free, departureMs);
    },
  },
  {
    id: 'usage-status',
    title:
      'a key that is exhausted, expired or disabled can still query its usage, with its status',
    rules: ['usage-status', 'spec-3.1'],
    needs: 'admin',
    async run({ admin, send }) {
      const usedUp = await admin.createKey({ limits: { quota: { tokens: 0 } } });
      const used = await send({ path, key: usedUp.secret });
      checkEqual(at(used.body, 'status'), 'quota_exhausted', 'status');
      const soon = new Date(Date.now() + 1_500).toISOString();
      const expiring = await admin.createKey({ expires_at: soon });
      await until('the key has expired', async () => {
        const { body } = await send({ path, key: expiring.secret });
        return at(body, 'status') === 'expired' ? true : undefined;
      });
      const { id, secret } = await admin.createKey();
      await admin.sendOrThrow('PATCH', `/keys/${id}`, { disabled: true });
      await until('the key is disabled', async () => {
        const { body } = await send({ path, key: secret });
        return at(body, 'status') === 'disabled' && at(body, 'isValid') === false
          ? true
          : undefined;
      });
    },
  },
  {
    id: 'usage-query',
    title: 'parameters of the usage are checked',
    rules: ['usage-query'],
    needs: 'key',
    async run(context) {
      await forEachCase(
        [
          'days=0',
          'days=91',
          'days=x',
          'start_date=yesterday',
          'end_date=2026-13-40',
          'timezone=Mars',
        ],
        async (query) => {
          const reply = await context.send({ path: `${path}?${query}` });
          const { param } = expectError(context, chat, { reply, status: 400 });
          checkEqual(param, query.split('=')[0], 'param');
        },
      );
      const good = 'days=90&start_date=2026-01-01&end_date=2026-01-31&timezone=Europe/Zurich';
      checkStatus(await context.send({ path: `${path}?${good}` }), 200);
    },
  },
  {
    id: 'usage-of-a-request',
    title: 'what one request used is shown to its own key only',
    rules: ['usage-request'],
    needs: 'admin',
    async run(context) {
      const { admin, send, target } = context;
      const { secret } = await admin.createKey();
      const call = chat.ask({ model: target.model, prompt: 'Say hello.' });
      const { headers } = await send({ ...call, key: secret });
      const query = `${path}?request_id=${headers['x-request-id'] ?? ''}`;
      const own = await send({ path: query, key: secret });
      checkStatus(own, 200);
      checkEqual(at(own.body, 'object'), 'request.usage', 'object');
      checkEqual(at(own.body, 'request_id'), headers['x-request-id'], 'request_id');
      checkEqual(at(own.body, 'outcome'), 'completed', 'outcome');
      const foreign = await send({ path: query });
      expectError(context, chat, { reply: foreign, status: 404, code: 'request_not_found' });
    },
  },
];

const totals = [
  'requests',
  'input_tokens',
  'output_tokens',
  'cache_creation_tokens',
  'cache_read_tokens',
  'total_tokens',
  'cost',
  'actual_cost',
] as const;
