/** How much of its limits a key has used, for the usage endpoint, and whether the key can be used. */
import { omitUndefined } from '@parley/protocol';
import {
  type KeyLimits,
  type KeyRecord,
  type KeyState,
  type NanoUsd,
  windowLengths,
  type WindowName,
  windowNames,
} from '../../store/index.ts';
import { endOfQuota } from '../ledger/index.ts';
import { toDollars } from './totals.ts';

/** One limit and what is left of it. */
export type LimitEntry = {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly unit: 'USD' | 'tokens';
  /** When it is reset, RFC 3339; absent when it never is. */
  readonly reset_at?: string;
};

/** A spending window, as a key reads it. */
export type WindowEntry = Omit<LimitEntry, 'unit'> & {
  readonly window: WindowName;
  /** RFC 3339; null until the window's first request. */
  readonly window_start: string | null;
};

/** The quota of a key, as the key reads it; empty without a quota. */
export type QuotaEntries = {
  /** In money when money is limited, otherwise in tokens. */
  readonly quota?: LimitEntry;
  /** In tokens, when money is limited too. */
  readonly token_quota?: LimitEntry;
};

type QuotaLimits = NonNullable<KeyLimits['quota']>;

/** Describes the quota of a key. @param now milliseconds since 1970, by the clock of the store */
export function describeQuota({ limits }: KeyRecord, state: KeyState, now: number): QuotaEntries {
  const { quota } = limits;
  if (quota === undefined) return {};
  const money = quota.nanoUsd === undefined ? undefined : moneyEntry(quota, state, now);
  const tokens = quota.tokens === undefined ? undefined : tokenEntry(quota, state, now);
  if (money === undefined) return tokens === undefined ? {} : { quota: tokens };
  return omitUndefined({ quota: money, token_quota: tokens });
}

function moneyEntry(quota: QuotaLimits, state: KeyState, now: number): LimitEntry {
  const standing = moneyStanding(quota.nanoUsd ?? 0, state.quota.nanoUsd);
  return { ...standing, unit: 'USD', ...resetOf(quota, state, now) };
}

function tokenEntry(quota: QuotaLimits, state: KeyState, now: number): LimitEntry {
  const limit = quota.tokens ?? 0;
  const used = state.quota.tokens;
  const remaining = Math.max(0, limit - used);
  return { limit, used, remaining, unit: 'tokens', ...resetOf(quota, state, now) };
}

function resetOf(
  { reset }: QuotaLimits,
  state: KeyState,
  now: number,
): { readonly reset_at?: string } {
  const end = endOfQuota(state, reset, now);
  return end === undefined ? {} : { reset_at: new Date(end).toISOString() };
}

/** A window that has ended counts as one that has not begun. */
export function describeWindows(
  { limits }: KeyRecord,
  state: KeyState,
  now: number,
): readonly WindowEntry[] {
  return windowNames.flatMap((window) => {
    const nanoUsd = limits.windows?.[window];
    return nanoUsd === undefined ? [] : [windowEntry(window, nanoUsd, { state, now })];
  });
}

function windowEntry(
  window: WindowName,
  limit: NanoUsd,
  { state, now }: { readonly state: KeyState; readonly now: number },
): WindowEntry {
  const begun = state.windows[window];
  const end = begun === undefined ? 0 : begun.startedAt + windowLengths[window];
  if (begun === undefined || end <= now) {
    return { window, ...moneyStanding(limit, 0), window_start: null };
  }
  return {
    window,
    ...moneyStanding(limit, begun.nanoUsd),
    window_start: new Date(begun.startedAt).toISOString(),
    reset_at: new Date(end).toISOString(),
  };
}

/** Subtracts before converting to dollars, whose fractions a number cannot all represent. */
function moneyStanding(limit: NanoUsd, used: NanoUsd): Omit<LimitEntry, 'unit'> {
  return {
    limit: toDollars(limit),
    used: toDollars(used),
    remaining: toDollars(Math.max(0, limit - used)),
  };
}

/** The names that existing tools know. */
export type KeyStatus = 'active' | 'disabled' | 'expired' | 'quota_exhausted';

/** Whether a key can be used, or why not. */
export function keyStatus(key: KeyRecord, state: KeyState, now: number): KeyStatus {
  if (key.disabled) return 'disabled';
  if (key.expiresAt !== undefined && key.expiresAt <= now) return 'expired';
  return isUsedUp(key, state, now) ? 'quota_exhausted' : 'active';
}

function isUsedUp({ limits }: KeyRecord, { quota, windows }: KeyState, now: number): boolean {
  const { nanoUsd = Infinity, tokens = Infinity } = limits.quota ?? {};
  if (quota.nanoUsd >= nanoUsd || quota.tokens >= tokens) return true;
  return windowNames.some((name) => {
    const begun = windows[name];
    const isOpen = begun !== undefined && begun.startedAt + windowLengths[name] > now;
    return isOpen && begun.nanoUsd >= (limits.windows?.[name] ?? Infinity);
  });
}
