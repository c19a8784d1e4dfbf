import { answerWith, failWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defaultAccountId, nanoUsdPerDollar } from '../../store/index.ts';
import { formats, plainPrices, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import {
  callName,
  chatRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

const arrange = (settings: TestGatewaySettings = {}): Promise<TestGateway> =>
  openTestGateway({ configuration: plainPrices, ...settings });

const get = ({ gateway, secret }: TestGateway, query = '', headers: Record<string, string> = {}) =>
  gateway.fetch(
    new Request(`http://parley.test/v1/usage${query}`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    }),
  );

async function read(running: TestGateway, query = '') {
  const response = await get(running, query);
  expect(response.status).toBe(200);
  return keyUsage.parse(await response.json());
}

const count = z.int().min(0);
const dollars = z.number().min(0);
const totals = {
  requests: count,
  input_tokens: count,
  output_tokens: count,
  cache_creation_tokens: count,
  cache_read_tokens: count,
  total_tokens: count,
  cost: dollars,
  actual_cost: dollars,
};
const standing = { limit: dollars, used: dollars, remaining: dollars };
const quota = z.strictObject({
  ...standing,
  unit: z.enum(['USD', 'tokens']),
  reset_at: z.iso.datetime().optional(),
});

/** The complete response: no other field may be in it. */
const keyUsage = z.strictObject({
  object: z.literal('key.usage'),
  scope: z.literal('key'),
  currency: z.literal('USD'),
  mode: z.enum(['quota_limited', 'unrestricted']),
  isValid: z.boolean(),
  status: z.enum(['active', 'disabled', 'quota_exhausted', 'expired']),
  quota: quota.optional(),
  token_quota: quota.optional(),
  remaining: z.number(),
  unlimited: z.literal(true).optional(),
  unit: z.enum(['USD', 'tokens']),
  balance: z.number().optional(),
  planName: z.string().optional(),
  rate_limits: z.array(
    z.strictObject({
      ...standing,
      window: z.enum(['5h', '1d', '7d']),
      window_start: z.iso.datetime().nullable(),
      reset_at: z.iso.datetime().optional(),
    }),
  ),
  expires_at: z.iso.datetime().nullable(),
  days_until_expiry: count.optional(),
  key: z.strictObject({
    name: z.string(),
    group: z.string(),
    fingerprint: z.string().nullable(),
  }),
  limits: z.strictObject({
    rpm: count.nullable(),
    tpm: count.nullable(),
    concurrency: count.nullable(),
  }),
  reserved: dollars,
  usage: z.strictObject({
    today: z.strictObject(totals),
    total: z.strictObject(totals),
    average_duration_ms: count,
    rpm: count,
    tpm: count,
  }),
  daily_usage: z.array(z.strictObject({ date: z.iso.date(), ...totals })),
  model_stats: z.array(z.strictObject({ model: z.string(), ...totals })),
});

describe('the usage of a key', () => {
  it('is 0 at first', async () => {
    const body = await read(await arrange());
    expect(body).toMatchObject({
      mode: 'unrestricted',
      isValid: true,
      status: 'active',
      remaining: -1,
      unlimited: true,
      rate_limits: [],
      expires_at: null,
      key: { name: 'test', group: 'default' },
      limits: { rpm: null, tpm: null, concurrency: null },
      reserved: 0,
      usage: { total: { requests: 0, cost: 0 }, average_duration_ms: 0, rpm: 0, tpm: 0 },
      daily_usage: [],
      model_stats: [],
    });
  });

  it('equals the sum of the ledger after whole, streamed and failed requests', async () => {
    const running = await arrange({
      formats: ['chat'],
      group: { multiplier: 1.5 },
      key: { limits: { quota: { nanoUsd: nanoUsdPerDollar, reset: 'none' } } },
    });
    const { post, upstream, store } = running;
    const usage = { input: 20, cacheRead: 7, output: 30, reasoning: 4 };
    for (const format of formats) {
      const { path, streamPath, ask } = formatClients[format];
      await (await post(path, ask(100, false))).text();
      upstream.next(answerWith({ text: ['Streamed.'], usage }));
      await (await post(streamPath, ask(100, true))).text();
    }
    upstream.next(failWith(400));
    await (await post('/v1/chat/completions', chatRequest)).text();
    await expect.poll(() => store.exchanges.length).toBe(9);
    const entries = await store.listLedger({ keyId: 'key_1', limit: 1_000 });
    const charged = entries.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);
    const listed = entries.reduce((sum, { listNanoUsd = 0 }) => sum + listNanoUsd, 0);
    const body = await read(running);
    const { total } = body.usage;
    expect(charged).toBeGreaterThan(listed);
    expect(total).toEqual({
      requests: 9,
      input_tokens: 4 * (12 + 20),
      output_tokens: 4 * (5 + 34),
      cache_creation_tokens: 0,
      cache_read_tokens: 4 * 7,
      total_tokens: 4 * (12 + 20 + 5 + 34 + 7),
      cost: listed / nanoUsdPerDollar,
      actual_cost: charged / nanoUsdPerDollar,
    });
    expect(body.usage.today).toEqual(total);
    expect(body.daily_usage.map(({ date: _, ...day }) => day)).toEqual([total]);
    expect(body.model_stats).toEqual([{ model: callName, ...total }]);
    expect(body.quota).toEqual({
      limit: 1,
      used: charged / nanoUsdPerDollar,
      remaining: (nanoUsdPerDollar - charged) / nanoUsdPerDollar,
      unit: 'USD',
    });
    expect(body.usage).toMatchObject({ rpm: 9, tpm: total.total_tokens });
  });

  it('shows what running requests reserve, which is not used yet', async () => {
    const running = await arrange({
      key: { limits: { quota: { nanoUsd: nanoUsdPerDollar, reset: 'none' } } },
    });
    const request = { id: 'x', keyId: 'key_1', accountId: defaultAccountId };
    const amounts = {
      nanoUsd: 5_000,
      leastNanoUsd: 5_000,
      tokens: 0,
      leastTokens: 0,
      rateTokens: 0,
    };
    const limits = { quota: { nanoUsd: nanoUsdPerDollar, reset: 'none' } } as const;
    const owner = { owner: 'process', lifeMs: 60_000, last: true };
    await running.store.reserve({ ...request, ...owner, limits, amounts });
    expect(await read(running)).toMatchObject({ reserved: 0.000005, remaining: 1 });
  });

  it('shows every window, and the end of those that have begun', async () => {
    const running = await arrange({
      key: { limits: { windows: { '5h': nanoUsdPerDollar, '1d': nanoUsdPerDollar } } },
    });
    const { rate_limits: before } = await read(running);
    expect(before.map(({ window, window_start: start }) => [window, start])).toEqual([
      ['5h', null],
      ['1d', null],
    ]);
    await (await running.post('/v1/chat/completions', chatRequest)).text();
    const { rate_limits: after, remaining } = await read(running);
    for (const [index, hours] of [5, 24].entries()) {
      const { window_start: start, reset_at: end = '', used } = after[index] ?? {};
      expect(Date.parse(end) - Date.parse(start ?? '')).toBe(hours * 3_600_000);
      expect(used).toBe(0.000022);
    }
    expect(remaining).toBe(0.999978);
  });

  it('has tokens beside money where both are limited', async () => {
    const limits = { quota: { nanoUsd: nanoUsdPerDollar, tokens: 100, reset: 'day' } } as const;
    const body = await read(await arrange({ key: { limits } }));
    expect(body.token_quota).toMatchObject({ limit: 100, used: 0, remaining: 100, unit: 'tokens' });
    expect(body.quota?.unit).toBe('USD');
    expect(Date.parse(body.quota?.reset_at ?? '') % 86_400_000).toBe(0);
  });
});

describe('a key that cannot be used any more', () => {
  const limits = { quota: { nanoUsd: 0, reset: 'none' } } as const;

  it.each([
    ['quota_exhausted', { limits }, true],
    ['expired', { expiresAt: 1 }, true],
    ['disabled', { disabled: true }, false],
  ] as const)('may still ask, and is told that it is %s', async (status, key, isValid) => {
    const running = await arrange({ key });
    const refused = await running.post('/v1/chat/completions', chatRequest);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await read(running)).toMatchObject({ status, isValid });
  });

  it('is reported as disabled when its account is', async () => {
    const running = await arrange();
    await running.store.changeAccount(defaultAccountId, { disabled: true });
    expect(await read(running)).toMatchObject({ status: 'disabled', isValid: false });
  });
});

describe('a request with a wrong key', () => {
  it.each<Record<string, string>>([
    { authorization: 'Bearer sk-wrong' },
    { authorization: '' },
    { authorization: '', 'anthropic-version': '2023-06-01' },
  ])('%j learns nothing else', async (headers) => {
    const response = await get(await arrange(), '', headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'invalid_api_key' },
    });
  });

  it('or with a key in the URL gets an explanation', async () => {
    const running = await arrange();
    const response = await get(running, `?key=${running.secret}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error.code', 'api_key_in_query');
  });

  it('or with a rotated secret after its overlap is refused', async () => {
    const running = await arrange();
    const fresh = { keyId: 'key_1', hash: 'a'.repeat(64), display: 'sk-…', createdAt: 1 };
    await running.store.rotateKey(fresh, 1);
    expect((await get(running)).status).toBe(401);
  });

  it('or from an address that the key does not allow is refused', async () => {
    const running = await arrange({ key: { allowedFrom: ['192.0.2.0/24'] } });
    expect((await get(running)).status).toBe(403);
  });
});

describe('the balance of an account', () => {
  const limits = { quota: { nanoUsd: nanoUsdPerDollar, reset: 'none' } } as const;

  async function open(settings: TestGatewaySettings): Promise<TestGateway> {
    const running = await arrange({ ...settings, key: {} });
    const { store } = running;
    const account = { id: 'acc', name: 'Company', prepaid: true, disabled: false, createdAt: 0 };
    await store.addAccount(account);
    await store.credit({ id: 'c', kind: 'top-up', accountId: 'acc', nanoUsd: 12_340_000_000 });
    const secret = await running.addKey({ id: 'key_2', accountId: 'acc', ...settings.key });
    return { ...running, secret };
  }

  it.each([{}, { limits }])('is never shown to the holder of a key (%j)', async (key) => {
    const response = await get(await open({ key }));
    const text = await response.text();
    expect(keyUsage.parse(JSON.parse(text))).not.toHaveProperty('balance');
    expect(text).not.toContain('12.34');
    expect(text).not.toContain('Company');
  });

  it('is shown to keys without a limit of their own, if the operator enables it', async () => {
    const configuration = { ...plainPrices, usage: { show_balance: true } };
    expect(await read(await open({ configuration }))).toMatchObject({
      mode: 'unrestricted',
      planName: 'Company',
      remaining: 12.34,
      balance: 12.34,
      unit: 'USD',
    });
    const limited = await read(await open({ configuration, key: { limits } }));
    expect(limited).toMatchObject({ mode: 'quota_limited', remaining: 1 });
    expect(limited).not.toHaveProperty('balance');
  });
});
