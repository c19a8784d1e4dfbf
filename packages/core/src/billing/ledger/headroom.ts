/** How much each limit of money or tokens leaves, and how much of it a request is granted. */
import { type KeyLimits, type LimitName, type WindowName, windowNames } from '../../store/money.ts';
import { endOfQuota, endOfWindow, type LedgerStates } from './states.ts';

/** The limits of a key and its account, and how much of them is used. */
export interface LimitContext extends LedgerStates {
  readonly limits: KeyLimits;
  /** Whether the account may only spend what was topped up. */
  readonly prepaid: boolean;
  /** Milliseconds since 1970; the key's state has been advanced to this time. */
  readonly now: number;
}

const windowLimits: Readonly<Record<WindowName, LimitName>> = {
  '5h': 'window_5h',
  '1d': 'window_1d',
  '7d': 'window_7d',
};

/** The headroom of every money limit; empty when money is not limited. */
export function moneyHeadroom(context: LimitContext): readonly Headroom[] {
  const headrooms = [
    ...quotaHeadroom(context),
    ...windowHeadroom(context),
    ...balanceHeadroom(context),
  ];
  return headrooms.length === 0 ? headrooms : [...headrooms, countableHeadroom(context)];
}

/** The headroom of every token limit; empty when tokens are not limited. */
export function tokenHeadroom({ key, limits, now }: LimitContext): readonly Headroom[] {
  const { tokens, reset } = limits.quota ?? {};
  if (tokens === undefined) return [];
  const { reservedTokens: reserved } = key;
  const shared = { limit: 'key_tokens', reserved } as const;
  return [
    { ...shared, total: tokens, used: key.quota.tokens, ...resetOf(endOfQuota(key, reset, now)) },
    { ...shared, total: Number.MAX_SAFE_INTEGER, used: 0 },
  ];
}

function quotaHeadroom({ key, limits, now }: LimitContext): readonly Headroom[] {
  const { nanoUsd, reset } = limits.quota ?? {};
  if (nanoUsd === undefined) return [];
  return [
    {
      limit: 'key_quota',
      total: nanoUsd,
      used: key.quota.nanoUsd,
      reserved: key.reservedNanoUsd,
      ...resetOf(endOfQuota(key, reset, now)),
    },
  ];
}

function windowHeadroom({ key, limits }: LimitContext): readonly Headroom[] {
  return windowNames.flatMap((name) => {
    const total = limits.windows?.[name];
    const begun = key.windows[name];
    if (total === undefined) return [];
    const headroom = { limit: windowLimits[name], total, reserved: key.reservedNanoUsd };
    if (begun === undefined) return [{ ...headroom, used: 0 }];
    return [{ ...headroom, used: begun.nanoUsd, resetAt: endOfWindow(name, begun.startedAt) }];
  });
}

function balanceHeadroom({ account, prepaid }: LimitContext): readonly Headroom[] {
  if (!prepaid) return [];
  const { granted: total, spent: used, reserved } = account;
  return [{ limit: 'account_balance', total, used, reserved }];
}

/** Keeps the totals exact, with everything that is reserved, however large the limits and the amounts are. */
function countableHeadroom({ key, account }: LimitContext): Headroom {
  const used = Math.max(key.spent, account.spent);
  const reserved = Math.max(key.reservedNanoUsd, account.reserved);
  return { limit: 'account_balance', total: Number.MAX_SAFE_INTEGER, used, reserved };
}

function resetOf(resetAt: number | undefined): Pick<Headroom, 'resetAt'> {
  return resetAt === undefined ? {} : { resetAt };
}

/** One limit of money or tokens and how much of it is used. */
export interface Headroom {
  readonly limit: LimitName;
  readonly total: number;
  readonly used: number;
  /** Reserved by running exchanges. */
  readonly reserved: number;
  /** When it is reset, in milliseconds since 1970; absent when it never is. */
  readonly resetAt?: number;
}

/** The amount that a request asks for. */
export interface WantedAmount {
  readonly full: number;
  /** At most `full`. */
  readonly least: number;
  /** True when the client no longer waits for what other exchanges have reserved. */
  readonly last: boolean;
}

/** How an amount fits into the limits: `held` waits for running exchanges, `refused` is final. */
export type Fit =
  /** What the request may use, and how much of that is reserved: 0 when nothing is limited. */
  | { readonly kind: 'granted'; readonly amount: number; readonly held: number }
  | { readonly kind: 'held'; readonly limit: LimitName }
  | {
      readonly kind: 'refused';
      readonly limit: LimitName;
      readonly retryAt?: number;
      readonly isHeld?: true;
      readonly needed: number;
      readonly left: number;
    };

/**
 * Decides how much a request is granted. It gets the full amount when that is free. Otherwise it waits while
 * running exchanges have reserved the rest, or, when the limit is nearly used up, gets what is free if that
 * covers its minimum. A request for 0 is always granted.
 */
export function fitAmount(
  { full, least, last }: WantedAmount,
  headrooms: readonly Headroom[],
): Fit {
  const [first, ...others] = headrooms;
  if (first === undefined) return { kind: 'granted', amount: full, held: 0 };
  const tightest = others.reduce(
    (one, other) => (freeOf(other) < freeOf(one) ? other : one),
    first,
  );
  const free = freeOf(tightest);
  if (full <= Math.max(free, 0)) return { kind: 'granted', amount: full, held: full };
  const available = Math.min(...headrooms.map(availableOf));
  const isWorthWaiting = full <= available;
  if (least <= free && (last || !isWorthWaiting)) {
    return { kind: 'granted', amount: free, held: free };
  }
  if (least > available) return refuseUntilReset({ full, least }, headrooms);
  const { limit } = tightest;
  if (!last) return { kind: 'held', limit };
  return { kind: 'refused', limit, isHeld: true, needed: full, left: Math.max(free, 0) };
}

function availableOf({ total, used }: Headroom): number {
  return total - used;
}

/** What is neither used nor reserved; negative when the limit is exceeded. */
export function freeOf(headroom: Headroom): number {
  return availableOf(headroom) - headroom.reserved;
}

/** What the tightest limit leaves, whatever is reserved of it; `undefined` when there is no limit. */
export function leftOf(headrooms: readonly Headroom[]): number | undefined {
  return headrooms.length === 0 ? undefined : Math.min(...headrooms.map(availableOf));
}

/** A limit is near its end when its unused part covers fewer requests than this. */
const fewRequests = 3;

/** Whether a limit has room for only a few requests of this size, whatever others have reserved of it. */
export function isNearEnd(headrooms: readonly Headroom[], amount: number): boolean {
  return headrooms.some((headroom) => isFew(availableOf(headroom), amount));
}

/** Whether what is left covers only a few requests of this size. */
export function isFew(left: number, amount: number): boolean {
  return left < fewRequests * amount;
}

/** Names the limit that is reset last; a limit that is smaller than the request can never be met. */
function refuseUntilReset(
  { full, least }: Omit<WantedAmount, 'last'>,
  headrooms: readonly Headroom[],
): Fit {
  const refusing = headrooms
    .filter((headroom) => availableOf(headroom) < least)
    .map((headroom) => ({
      limit: headroom.limit,
      left: Math.max(availableOf(headroom), 0),
      retryAt:
        least > headroom.total || headroom.resetAt === undefined ? Infinity : headroom.resetAt,
    }));
  const [first, ...others] = refusing;
  if (first === undefined) throw new RangeError('No limit refuses this amount.');
  const { limit, left, retryAt } = others.reduce(
    (one, other) => (other.retryAt > one.retryAt ? other : one),
    first,
  );
  const refusal = { kind: 'refused', limit, needed: full, left } as const;
  return Number.isFinite(retryAt) ? { ...refusal, retryAt } : refusal;
}
