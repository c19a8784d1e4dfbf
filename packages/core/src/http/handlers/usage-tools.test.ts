import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { nanoUsdPerDollar, type KeyRecord } from '../../store/index.ts';
import { plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, type TestGatewaySettings } from '../../testing/test-gateway.ts';

/** What CodexBar reads from this endpoint (github.com/steipete/CodexBar/pull/2055). */
const barTotals = z.object({
  requests: z.int(),
  total_tokens: z.int(),
  actual_cost: z.number(),
});
const barLimit = z.object({
  limit: z.number().positive(),
  used: z.number().min(0),
  remaining: z.number().min(0),
});
const codexBar = z.object({
  mode: z.enum(['quota_limited', 'unrestricted']),
  isValid: z.boolean(),
  status: z.string(),
  remaining: z.number(),
  unit: z.string(),
  quota: barLimit.extend({ unit: z.string().optional() }).optional(),
  rate_limits: z
    .array(barLimit.extend({ window: z.string(), reset_at: z.iso.datetime().optional() }))
    .optional(),
  usage: z.object({ today: barTotals, total: barTotals }),
  daily_usage: z.array(z.object({ date: z.iso.date(), ...barTotals.shape })),
});

/** What the usage scripts of CC Switch read from it (github.com/farion1231/cc-switch). */
const ccSwitch = z
  .looseObject({
    is_active: z.boolean().optional(),
    isValid: z.boolean().optional(),
    remaining: z.number().optional(),
    quota: z.looseObject({ remaining: z.number().optional() }).optional(),
    balance: z.number().optional(),
    unit: z.string().optional(),
  })
  .transform((body) => ({
    isValid: body.is_active ?? body.isValid,
    remaining: body.remaining ?? body.quota?.remaining ?? body.balance,
    unit: body.unit,
  }));

const limits: KeyRecord['limits'] = {
  quota: { nanoUsd: nanoUsdPerDollar, reset: 'month' },
  windows: { '5h': nanoUsdPerDollar / 2, '7d': 2 * nanoUsdPerDollar },
};
const long = 365 * 86_400_000;
const usedUp = { quota: { nanoUsd: 22_000, reset: 'none' } } as const;

async function ask(settings: TestGatewaySettings): Promise<unknown> {
  const testGateway = await openTestGateway({ configuration: plainPrices, ...settings });
  await testGateway.post('/v1/chat/completions', { ...chatRequest, max_tokens: 5 });
  const answer = await testGateway.gateway.fetch(
    new Request('http://parley.test/v1/usage?days=30&timezone=Europe%2FBerlin', {
      headers: { authorization: `Bearer ${testGateway.secret}` },
    }),
  );
  expect(answer.status).toBe(200);
  return answer.json();
}

const keys: readonly [string, Partial<KeyRecord>, object][] = [
  ['a key without limits', {}, { isValid: true, remaining: -1, unit: 'USD' }],
  [
    'a key with a quota and windows, by the tightest',
    { limits },
    { isValid: true, remaining: 0.499978, unit: 'USD' },
  ],
  [
    'a key with windows alone',
    { limits: { windows: { '1d': nanoUsdPerDollar } } },
    { isValid: true, remaining: 0.999978, unit: 'USD' },
  ],
  [
    'a key with a quota of tokens',
    { limits: { quota: { tokens: 1_000, reset: 'day' } } },
    { isValid: true, remaining: 983, unit: 'tokens' },
  ],
  ['a key that has never been able to call', { limits: usedUp }, { isValid: true, unit: 'USD' }],
  ['an expired key', { limits, expiresAt: 1 }, { isValid: true, remaining: 0.5 }],
  ['a key that will expire', { expiresAt: Date.now() + long }, { isValid: true, remaining: -1 }],
  ['a disabled key', { limits, disabled: true }, { isValid: false, remaining: 0.5, unit: 'USD' }],
];

describe('the usage that existing tools read', () => {
  it.each(keys)('is correct for %s', async (_, key, expected) => {
    const body = await ask({ key });
    expect(ccSwitch.parse(body)).toMatchObject(expected);
    const bar = codexBar.parse(body);
    expect(bar.isValid).toBe(ccSwitch.parse(body).isValid);
    expect(bar.quota === undefined && (bar.rate_limits ?? []).length === 0).toBe(
      bar.mode === 'unrestricted',
    );
    for (const { limit, used, remaining } of [
      ...(bar.quota ? [bar.quota] : []),
      ...(bar.rate_limits ?? []),
    ]) {
      expect(used + remaining).toBeCloseTo(limit, 9);
    }
  });

  it('counts today’s usage in today, the total and its day', async () => {
    const bar = codexBar.parse(await ask({}));
    const used = { requests: 1, total_tokens: 17, actual_cost: 0.000022 };
    expect(bar.usage).toEqual({ today: used, total: used });
    expect(bar.daily_usage).toMatchObject([used]);
  });
});
