/** Encodes the body of `GET /v1/usage`: what a key has used and what its limits leave. */
import type { JsonObject } from '@parley/protocol';
import type { UsageSum } from '../../store/index.ts';
import { listDays, type Calendar } from './calendar.ts';
import { describeQuota, describeWindows, type LimitEntry, type WindowEntry } from './key-limits.ts';
import type { KeyUsage } from './key-usage.ts';
import type { UsageRequest } from './query.ts';
import { toDollars, toTotals } from './totals.ts';

const dayMs = 86_400_000;

/**
 * The body of `GET /v1/usage`, with the names that existing tools read, and with fields of Parley's own:
 * `object`, `scope`, `currency`, `key`, `limits`, `reserved`.
 */
export function encodeKeyUsage(usage: KeyUsage, request: UsageRequest): JsonObject {
  const { key, state, status, now } = usage;
  const quota = describeQuota(key, state, now);
  const windows = describeWindows(key, state, now);
  const isLimited = quota.quota !== undefined || windows.length > 0;
  return {
    object: 'key.usage',
    scope: 'key',
    currency: 'USD',
    mode: isLimited ? 'quota_limited' : 'unrestricted',
    // Tools still show the numbers of a used-up or expired key; only a disabled one is invalid.
    isValid: status !== 'disabled',
    status,
    ...quota,
    ...describeRemaining(usage, quota.quota, windows),
    rate_limits: [...windows],
    ...describeExpiry(key.expiresAt, now),
    key: {
      name: key.name,
      group: usage.group.name,
      fingerprint: usage.group.fingerprint ?? null,
    },
    limits: {
      rpm: key.limits.requestsPerMinute ?? null,
      tpm: key.limits.tokensPerMinute ?? null,
      concurrency: key.limits.concurrency ?? null,
    },
    reserved: toDollars(state.reservedNanoUsd),
    ...describeUse(usage, request),
  };
}

/**
 * What is left by the tightest limit. Without a limit, the account's balance is shown only when the operator
 * allows it.
 */
function describeRemaining(
  { account }: KeyUsage,
  quota: LimitEntry | undefined,
  windows: readonly WindowEntry[],
): JsonObject {
  if (quota?.unit === 'tokens' && windows.length === 0) {
    return { remaining: quota.remaining, unit: 'tokens' };
  }
  const money = quota?.unit === 'USD' ? [quota, ...windows] : windows;
  if (money.length > 0) {
    return { remaining: Math.min(...money.map(({ remaining }) => remaining)), unit: 'USD' };
  }
  if (account?.account.prepaid !== true) return { remaining: -1, unlimited: true, unit: 'USD' };
  const { granted, spent, reserved } = account.state;
  const balance = toDollars(granted - spent - reserved);
  return { remaining: balance, unit: 'USD', balance, planName: account.account.name };
}

function describeExpiry(expiresAt: number | undefined, now: number): JsonObject {
  if (expiresAt === undefined) return { expires_at: null };
  return {
    expires_at: new Date(expiresAt).toISOString(),
    days_until_expiry: Math.max(0, Math.ceil((expiresAt - now) / dayMs)),
  };
}

function describeUse(usage: KeyUsage, { calendar, today, firstDay }: UsageRequest): JsonObject {
  const { total, steps, models, lastMinute } = usage;
  const days = listDays(firstDay, today);
  const byDay = groupByDay(steps, days, calendar);
  const durationMs = total.reduce((sum, { durationMs: length }) => sum + length, 0);
  const totals = toTotals(total);
  return {
    usage: {
      today: { ...toTotals(byDay.get(today) ?? []) },
      total: { ...totals },
      average_duration_ms: totals.requests === 0 ? 0 : Math.round(durationMs / totals.requests),
      rpm: lastMinute.requests,
      tpm: lastMinute.tokens,
    },
    daily_usage: days
      .filter((day) => byDay.has(day))
      .map((date) => ({ date, ...toTotals(byDay.get(date) ?? []) })),
    model_stats: models.map((sum) => ({ model: sum.callName, ...toTotals([sum]) })),
  };
}

/** By the start of each day: a calendar lookup for every step would be far slower. */
function groupByDay(
  steps: readonly UsageSum[],
  days: readonly string[],
  calendar: Calendar,
): ReadonlyMap<string | undefined, readonly UsageSum[]> {
  const starts = days.map((day) => calendar.startOf(day));
  return Map.groupBy(steps, ({ time = 0 }) => days[starts.findLastIndex((start) => start <= time)]);
}
