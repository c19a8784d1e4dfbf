import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../store/index.ts';
import { sampleNow as now, sampleStates } from '../../testing/ledger-samples.ts';
import { account, keyWith } from '../../testing/slices-trial.ts';
import { encodeKeyUsage } from './encode-key-usage.ts';
import type { KeyUsage } from './key-usage.ts';
import { readUsageRequest } from './query.ts';

const day = 86_400_000;
const request = readUsageRequest(new URLSearchParams(), now);

function encode(key: Partial<KeyRecord>, changes: Partial<KeyUsage> = {}) {
  return encodeKeyUsage(
    {
      ...{ key: { ...keyWith({}), ...key }, state: sampleStates().key, status: 'active', now },
      ...{ account: undefined, group: { name: 'default' }, total: [], steps: [], models: [] },
      ...{ lastMinute: { requests: 3, tokens: 70 }, ...changes },
    },
    request,
  );
}

describe('the report of a key', () => {
  it.each([
    [now + 3 * day, 3],
    [now + 2 * day + 1, 3],
    [now - 5 * day, 0],
  ])('says in how many days it expires', (expiresAt, days) => {
    const expected = { expires_at: new Date(expiresAt).toISOString(), days_until_expiry: days };
    expect(encode({ expiresAt })).toMatchObject(expected);
  });

  it('is that of an unused key without limits', () => {
    const empty = encode({});
    expect(empty).toMatchObject({
      ...{ object: 'key.usage', scope: 'key', currency: 'USD', mode: 'unrestricted' },
      ...{ isValid: true, status: 'active', remaining: -1, unlimited: true, unit: 'USD' },
      ...{ rate_limits: [], expires_at: null, reserved: 0, daily_usage: [], model_stats: [] },
      key: { name: 'k', group: 'default', fingerprint: null },
      limits: { rpm: null, tpm: null, concurrency: null },
      usage: { average_duration_ms: 0, rpm: 3, tpm: 70 },
    });
    expect(empty).not.toHaveProperty('days_until_expiry');
  });

  it('adds up all kinds of tokens and the time that requests took', () => {
    const sum = {
      ...{ requests: 2, failures: 0, attempts: 2, failedAttempts: 0, durationMs: 40 },
      ...{ input: 1, cacheRead: 2, cacheWrite5m: 4, cacheWrite1h: 8, output: 16, reasoning: 32 },
      ...{ listNanoUsd: 3_000_000_000, chargedNanoUsd: 1_000_000_000, costNanoUsd: 0 },
    };
    expect(encode({}, { total: [{ ...sum, requests: 1, durationMs: 1 }, sum] })).toMatchObject({
      usage: {
        average_duration_ms: 14,
        total: {
          ...{ requests: 3, input_tokens: 2, output_tokens: 96, cache_creation_tokens: 24 },
          ...{ cache_read_tokens: 4, total_tokens: 126, cost: 6, actual_cost: 2 },
        },
      },
    });
    expect(encode({}, { total: [{ ...sum, requests: 1, durationMs: 9 }] })).toMatchObject({
      usage: { average_duration_ms: 9 },
    });
  });

  it('says that it is invalid only when it is disabled', () => {
    expect(encode({}, { status: 'disabled' })).toMatchObject({ isValid: false });
    expect(encode({}, { status: 'quota_exhausted' })).toMatchObject({ isValid: true });
  });

  it('has the limits of the key, and what the tightest one leaves', () => {
    const rates = { requestsPerMinute: 6, tokensPerMinute: 600, concurrency: 2 };
    expect(encode({ limits: rates })).toMatchObject({
      ...{ mode: 'unrestricted', limits: { rpm: 6, tpm: 600, concurrency: 2 } },
    });
    const quota = { nanoUsd: 5_000_000_000, reset: 'none' } as const;
    const windows = { '1d': 3_000_000_000 };
    const limited = { mode: 'quota_limited', unit: 'USD' };
    expect(encode({ limits: { quota } })).toMatchObject({ ...limited, remaining: 5 });
    expect(encode({ limits: { quota, windows } })).toMatchObject({ ...limited, remaining: 3 });
    expect(encode({ limits: { windows } })).toMatchObject({ ...limited, remaining: 3 });
    const tokens = { tokens: 9, reset: 'none' } as const;
    const inTokens = encode({ limits: { quota: tokens } });
    expect(inTokens).toMatchObject({ mode: 'quota_limited', remaining: 9, unit: 'tokens' });
  });

  it('shows the balance of a prepaid account that is not reserved, where nothing else limits it', () => {
    const state = {
      ...{ accountId: 'a', granted: 9_000_000_000, spent: 2_000_000_000 },
      reserved: 3_000_000_000,
    };
    const prepaid = { account: { ...account, prepaid: true }, state };
    expect(encode({}, { account: prepaid })).toMatchObject({
      ...{ mode: 'unrestricted', remaining: 4, balance: 4, unit: 'USD', planName: 'A' },
    });
    const limits: KeyRecord['limits'] = { windows: { '1d': 1_000_000_000 } };
    expect(encode({ limits }, { account: prepaid })).not.toHaveProperty('balance');
    expect(encode({}, { account: { account, state } })).toMatchObject({ unlimited: true });
  });
});
