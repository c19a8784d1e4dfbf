import { endOfPeriod } from '../ledger/index.ts';
import {
  windowLengths,
  windowNames,
  type KeyLimits,
  type KeyRecord,
  type KeyState,
  type Nanos,
  type WindowName,
} from '../../store/index.ts';
import { toDollars } from './totals.ts';

/** One limit and what is left of it. */
export type LimitEntry = {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly unit: 'USD' | 'tokens';
  /** When it begins anew, RFC 3339; absent when it never does. */
  readonly reset_at?: string;
};

export type WindowEntry = Omit<LimitEntry, 'unit'> & {
  readonly window: WindowName;
  /** RFC 3339; null until the window's first call. */
  readonly window_start: string | null;
};

export type QuotaEntries = {
  /** In money where that is limited, else in tokens. */
  readonly quota?: LimitEntry;
  /** In tokens, where money is limited too. */
  readonly token_quota?: LimitEntry;
};

type QuotaLimits = NonNullable<KeyLimits['quota']>;

export function describeQuota({ limits }: KeyRecord, state: KeyState, now: number): QuotaEntries {
  const { quota } = limits;
  if (quota === undefined) return {};
  const money = quota.nanos === undefined ? undefined : moneyEntry(quota, state, now);
  const tokens = quota.tokens === undefined ? undefined : tokenEntry(quota, state, now);
  if (money === undefined) return tokens === undefined ? {} : { quota: tokens };
  return { quota: money, ...(tokens && { token_quota: tokens }) };
}

function moneyEntry(quota: QuotaLimits, state: KeyState, now: number): LimitEntry {
  const standing = moneyStanding(quota.nanos ?? 0, state.quota.nanos);
  return { ...standing, unit: 'USD', ...resetOf(quota, now) };
}

function tokenEntry(quota: QuotaLimits, state: KeyState, now: number): LimitEntry {
  const limit = quota.tokens ?? 0;
  const used = state.quota.tokens;
  const remaining = Math.max(0, limit - used);
  return { limit, used, remaining, unit: 'tokens', ...resetOf(quota, now) };
}

function resetOf({ reset }: QuotaLimits, now: number): { readonly reset_at?: string } {
  const end = endOfPeriod(reset, now);
  return end === undefined ? {} : { reset_at: new Date(end).toISOString() };
}

/** A window that has ended counts as one that has not begun. */
export function describeWindows(
  { limits }: KeyRecord,
  state: KeyState,
  now: number,
): readonly WindowEntry[] {
  return windowNames.flatMap((window) => {
    const nanos = limits.windows?.[window];
    return nanos === undefined ? [] : [windowEntry(window, nanos, { state, now })];
  });
}

function windowEntry(
  window: WindowName,
  limit: Nanos,
  { state, now }: { readonly state: KeyState; readonly now: number },
): WindowEntry {
  const begun = state.windows[window];
  const end = begun === undefined ? 0 : begun.startedAt + windowLengths[window];
  if (begun === undefined || end <= now) {
    return { window, ...moneyStanding(limit, 0), window_start: null };
  }
  return {
    window,
    ...moneyStanding(limit, begun.nanos),
    window_start: new Date(begun.startedAt).toISOString(),
    reset_at: new Date(end).toISOString(),
  };
}

/** Subtracted before they become dollars, whose fractions a number cannot all hold. */
function moneyStanding(limit: Nanos, used: Nanos): Omit<LimitEntry, 'unit'> {
  return {
    limit: toDollars(limit),
    used: toDollars(used),
    remaining: toDollars(Math.max(0, limit - used)),
  };
}
