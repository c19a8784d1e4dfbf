import { startTestGateway, type TestGateway, type TestGatewaySettings } from '@parley/core/testing';
import { StoreUnavailableError } from '@parley/core/store';
import { answerWith, failWith } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWebhookReceiver, silent, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { createAlerts } from './alerts.ts';

const secret = `whsec_${btoa('a secret of thirty-two bytes, ok')}`;
const path = '/v1/chat/completions';
const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };
const nanoUsdPerDollar = 1_000_000_000;
/** By the prices of these tests. */
const tokensPerDollar = 10;
const dollar = (dollars: number) => dollars * nanoUsdPerDollar;

interface Opened {
  readonly gateway: TestGateway;
  readonly receiver: WebhookReceiver;
  /** Moves the monotonic clock of the gateway, so that it looks again. */
  pass(milliseconds: number): void;
  /** Sends a request that costs a number of dollars, by default with the key of the gateway, and lets it look. */
  spend(dollars: number, secretOfKey?: string): Promise<number>;
  /** What the receiver has got, as the library of the specification reads it. */
  read(): readonly Message[];
}

interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function openGateway(settings: TestGatewaySettings): Promise<TestGateway> {
  const gateway = await startTestGateway(settings);
  onTestFinished(() => gateway.close());
  return gateway;
}

async function open(
  settings: TestGatewaySettings = {},
  alerts: object | 'off' = {},
  webhook: object = {},
): Promise<Opened> {
  const receiver = await openWebhookReceiver();
  let passed = 0;
  const clock = { now: Date.now, monotonic: () => performance.now() + passed };
  const gateway = await openGateway({
    ...settings,
    configuration: {
      prices: [{ match: '*', input: 0, output: 100_000 }],
      ...(alerts !== 'off' && {
        alerts: { webhooks: { ops: { url: receiver.url, secret, ...webhook } }, ...alerts },
      }),
    },
    options: { extensions: [createAlerts()], clock, ...settings.options },
  });
  return {
    gateway,
    receiver,
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    async spend(dollars, secretOfKey = gateway.secret) {
      const output = dollars * tokensPerDollar;
      gateway.upstream.script(answerWith({ text: 'Hi', usage: { input: 1, output } }));
      const headers = { authorization: `Bearer ${secretOfKey}` };
      const body = { ...chatRequest, max_tokens: output };
      const response = await gateway.post(path, body, { headers });
      await response.text();
      await gateway.gateway.maintain();
      passed += 60_000;
      return response.status;
    },
    read: () =>
      receiver.messages.map(({ headers, text }) => {
        const signed = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, String(value)]),
        );
        return new Webhook(secret).verify(text, signed) as Message;
      }),
  };
}

const quota = { quota: { nanoUsd: dollar(10), reset: 'none' } } as const;

describe('the limit of a key', () => {
  it('is told when a percentage is reached, once, with a signature', async () => {
    const { gateway, spend, read, receiver } = await open({
      key: { name: 'Laptop', limits: quota },
    });
    await spend(7);
    expect(read()).toEqual([]);
    await spend(1);
    await spend(1);
    expect(read()).toEqual([
      {
        type: 'limit.reached',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        data: {
          message: 'The key "Laptop" has used at least 80 % of its quota: 8 of 10 USD.',
          ...{ subject_kind: 'key', subject_id: expect.any(String) as unknown, name: 'Laptop' },
          ...{ limit: 'key_quota', percentage: 80, used: '8', total: '10', unit: 'USD' },
        },
      },
    ]);
    expect(receiver.messages[0]?.headers['content-type']).toBe('application/json');
    const [entry] = await gateway.store.listAudit({ limit: 10, actor: 'gateway' });
    expect(entry).toMatchObject({ action: 'limit.reached', subjectKind: 'key' });
    expect(gateway.log.join('\n')).toContain('"alert":"limit.reached"');
  });

  it('is told again when it was raised', async () => {
    const { gateway, spend, read } = await open({ key: { limits: quota } });
    await spend(9);
    const [key] = await gateway.store.listKeys({ limit: 1 });
    await gateway.store.changeKey(key?.key.id ?? '', {
      limits: { quota: { ...quota.quota, nanoUsd: dollar(12) } },
    });
    await spend(1);
    expect(read().map(({ data }) => [data['percentage'], data['total']])).toEqual([
      [80, '10'],
      [80, '12'],
    ]);
  });

  it('is told for the highest percentage only', async () => {
    const { spend, read } = await open({ key: { limits: quota } }, { limits: [100, 50, 90] });
    await spend(9);
    await spend(1);
    expect(read().map(({ data }) => data['percentage'])).toEqual([90, 100]);
  });

  it('is told when it refuses a request, whatever is left', async () => {
    const { spend, read } = await open({ key: { limits: quota } });
    await spend(7);
    expect(await spend(20)).toBe(429);
    expect(await spend(20)).toBe(429);
    expect(read()).toMatchObject([
      {
        type: 'limit.refused',
        data: {
          message:
            'The key "test" has not enough left of its quota for a request: it has used 7 of 10 USD.',
          ...{ limit: 'key_quota', used: '7', total: '10' },
        },
      },
    ]);
    expect(read()[0]?.data).not.toHaveProperty('percentage');
  });

  it('may be that of a window, of tokens, and of a prepaid account', async () => {
    const limits = {
      quota: { tokens: 300, reset: 'day' },
      windows: { '5h': dollar(10) },
    } as const;
    const { gateway, spend, read } = await open({}, { limits: [30] });
    const account = { id: 'team', name: 'Team', prepaid: true, disabled: false, createdAt: 0 };
    await gateway.store.addAccount(account);
    await gateway.store.credit({
      ...{ id: 'c1', kind: 'top-up', accountId: 'team', nanoUsd: dollar(10) },
    });
    await spend(9, await gateway.addKey({ id: 'k2', limits, accountId: 'team' }));
    // They are sent at the same time.
    const told = new Map(read().map(({ data }) => [data['limit'], data]));
    expect(told.get('window_5h')).toMatchObject({
      ...{ subject_id: 'k2', unit: 'USD', resets_at: expect.stringMatching(/Z$/) as unknown },
    });
    expect(told.get('account_balance')).toMatchObject({ subject_id: 'team', unit: 'USD' });
    expect(told.get('key_tokens')).toMatchObject({ subject_id: 'k2', unit: 'tokens', used: '91' });
  });
});

describe('a key in use', () => {
  it('is told when it expires soon', async () => {
    const expiresAt = Date.now() + 3 * 86_400_000;
    const { spend, read } = await open({ key: { name: 'Guest', expiresAt } });
    await spend(1);
    await spend(1);
    expect(read()).toMatchObject([
      {
        type: 'key.expires_soon',
        data: { name: 'Guest', expires_at: new Date(expiresAt).toISOString() },
      },
    ]);
  });

  it.each([
    ['is not told when it was made for no longer than that', 7, []],
    ['is told when it was made for longer', 8, ['key.expires_soon']],
  ])('%s', async (_case, days, told) => {
    const createdAt = Date.now() - 2 * 86_400_000;
    const { spend, read } = await open({
      key: { createdAt, expiresAt: createdAt + days * 86_400_000 },
    });
    await spend(1);
    expect(read().map(({ type }) => type)).toEqual(told);
  });

  it('is not told when it expires later', async () => {
    const { spend, read } = await open({ key: { expiresAt: Date.now() + 30 * 86_400_000 } });
    await spend(1);
    expect(read()).toEqual([]);
  });
});

describe('an upstream', () => {
  it('is told when its circuit opens, and when it answers again', async () => {
    const { gateway, pass, spend, read } = await open();
    for (let failure = 0; failure < 4; failure += 1) {
      gateway.upstream.script(failWith(503, { message: 'No capacity.' }));
      await (await gateway.post(path, chatRequest)).text();
    }
    await gateway.gateway.maintain();
    await gateway.gateway.maintain();
    expect(read()).toMatchObject([
      { type: 'upstream.failing', data: { subject_id: 'up0', status: 503 } },
    ]);
    pass(600_000);
    await spend(1);
    expect(read().slice(1)).toMatchObject([
      { type: 'upstream.recovered', data: { subject_id: 'up0' } },
    ]);
  });

  it.each([
    [401, { message: 'Wrong key.' }, 'credential'],
    [402, { message: 'Insufficient Balance' }, 'account'],
  ])('is told when it answers %d', async (status, error, refusal) => {
    const { gateway, read } = await open();
    for (let request = 0; request < 2; request += 1) {
      gateway.upstream.script(failWith(status, error));
      await (await gateway.post(path, chatRequest)).text();
      await gateway.gateway.maintain();
    }
    expect(read()).toMatchObject([{ type: 'upstream.refused', data: { refusal, status } }]);
  });
});

describe('a webhook', () => {
  it('gets the types of alerts that it wants', async () => {
    const { spend, read } = await open(
      { key: { limits: quota, expiresAt: Date.now() + 1e6 } },
      {},
      { types: ['key.expires_soon'] },
    );
    await spend(9);
    expect(read().map(({ type }) => type)).toEqual(['key.expires_soon']);
  });

  it('of the format slack gets a text without marks of its own', async () => {
    const webhook = { format: 'slack', secret: undefined };
    const { spend, receiver } = await open(
      { key: { name: '<!here>', limits: quota } },
      {},
      webhook,
    );
    await spend(9);
    expect(receiver.messages.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      {
        text: 'Parley: The key "&lt;!here&gt;" has used at least 80 % of its quota: 9 of 10 USD.',
      },
    ]);
    expect(receiver.messages[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('that fails gets the same message again, later each time', async () => {
    const { gateway, spend, pass, receiver, read } = await open({ key: { limits: quota } });
    receiver.statuses.push(500, 302);
    await spend(9);
    await gateway.gateway.maintain();
    expect(receiver.messages).toHaveLength(2);
    await gateway.gateway.maintain();
    expect(receiver.messages).toHaveLength(2);
    pass(30_000);
    await gateway.gateway.maintain();
    await gateway.gateway.maintain();
    expect(receiver.messages).toHaveLength(3);
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(read().map((message) => JSON.stringify(message))).size).toBe(1);
    expect(gateway.log.join('\n')).toContain('"reason":"status 302"');
  });

  it('that wants no more is left alone, and the log says so', async () => {
    const { gateway, spend, receiver } = await open({ key: { limits: quota } });
    receiver.statuses.push(410);
    await spend(9);
    await gateway.gateway.maintain();
    expect(receiver.messages).toHaveLength(1);
    expect(gateway.log.join('\n')).toContain('"reason":"status 410"');
  });

  it('that never answers well is given up', async () => {
    const { gateway, spend, receiver, pass } = await open({ key: { limits: quota } });
    receiver.statuses.push(...Array.from({ length: 20 }, () => 500));
    await spend(9);
    for (let hour = 0; hour < 12; hour += 1) {
      pass(3_600_000);
      await gateway.gateway.maintain();
    }
    expect(receiver.messages).toHaveLength(8);
    expect(gateway.log.join('\n')).toContain('A webhook did not get an alert.');
    expect(gateway.log.join('\n')).not.toContain(receiver.url);
  });

  it('gets a message once, although its answer outlasts the time to the next look', async () => {
    const { gateway, spend, receiver } = await open({ key: { limits: quota } });
    receiver.statuses.push(silent);
    const spent = spend(9);
    await expect.poll(() => receiver.messages).toHaveLength(1);
    const next = gateway.gateway.maintain();
    await gateway.gateway.close();
    await Promise.all([spent, next]);
    expect(receiver.messages).toHaveLength(1);
    const log = gateway.log.join('\n');
    expect(log).toContain('A webhook did not get an alert.');
    expect(log).toContain('"reason":"no answer in time"');
  });

  it('gets what waits when the gateway closes', async () => {
    const { gateway, spend, receiver } = await open({ key: { limits: quota } });
    receiver.statuses.push(503);
    await spend(9);
    await gateway.gateway.close();
    expect(receiver.messages).toHaveLength(2);
  });
});

it('several gateways on one store tell a fact once', async () => {
  const first = await open({ key: { limits: quota } });
  const second = await open({ options: { store: first.gateway.store } });
  await first.spend(8);
  await first.gateway.gateway.close();
  expect(await second.spend(1, first.gateway.secret)).toBe(200);
  expect([first.read().length, second.read().length]).toEqual([1, 0]);
});

it('an upstream that another gateway has told about recovers without a word of this one', async () => {
  const first = await open();
  const second = await open({ options: { store: first.gateway.store } });
  for (const { gateway } of [first, second]) {
    gateway.upstream.script(failWith(503));
    const headers = { authorization: `Bearer ${first.gateway.secret}` };
    for (let failure = 0; failure < 3; failure += 1) {
      await (await gateway.post(path, chatRequest, { headers })).text();
    }
    await gateway.gateway.maintain();
  }
  for (const { pass, spend } of [second, first]) {
    pass(600_000);
    await spend(1, first.gateway.secret);
  }
  const types = (opened: Opened) => opened.read().map(({ type }) => type);
  expect([types(first), types(second)]).toEqual([['upstream.failing', 'upstream.recovered'], []]);
});

it('what is found while the store is unavailable is told later', async () => {
  const { gateway, spend, read } = await open({ key: { limits: quota } });
  const { store } = gateway;
  const { addAuditEntry, readKey } = store;
  const fail = () => Promise.reject(new StoreUnavailableError('It is down.'));
  Object.assign(store, { readKey: fail });
  await spend(9);
  Object.assign(store, { readKey, addAuditEntry: fail });
  await gateway.gateway.maintain();
  expect(read()).toEqual([]);
  Object.assign(store, { addAuditEntry });
  await gateway.gateway.maintain();
  expect(read()).toMatchObject([{ type: 'limit.reached' }]);
});

it('without alerts in the configuration nothing is told', async () => {
  const { gateway, spend, read } = await open({ key: { limits: quota } }, 'off');
  await spend(9);
  expect(await gateway.store.listAudit({ limit: 10, actor: 'gateway' })).toEqual([]);
  expect(read()).toEqual([]);
});
