/** How much each limit of money or tokens leaves, and what a call gets of it. */
import { type KeyLimits, type LimitName, type WindowName, windowNames } from '../../store/money.ts';
import { endOfWindow } from './states.ts';
import { endOfPeriod } from './period.ts';
import type { LedgerStates } from './states.ts';

/** Whose limits they are and how far they are used. */
export interface LimitContext extends LedgerStates {
  readonly limits: KeyLimits;
  /** Whether the account may only spend what was topped up. */
  readonly prepaid: boolean;
  /** Milliseconds since 1970; the key's state is brought up to it. */
  readonly now: number;
}

const windowLimits: Readonly<Record<WindowName, LimitName>> = {
  '5h': 'window_5h',
  '1d': 'window_1d',
  '7d': 'window_7d',
};

/** Every limit of money; none when none holds. */
export function moneyHeadroom(purse: LimitContext): readonly Room[] {
  const rooms = [...quotaRooms(purse), ...windowRooms(purse), ...balanceRooms(purse)];
  return rooms.length === 0 ? rooms : [...rooms, countableRoom(purse)];
}

/** Every limit of tokens; none when none holds. */
export function tokenHeadroom({ key, limits, now }: LimitContext): readonly Room[] {
  const { tokens, reset = 'none' } = limits.quota ?? {};
  if (tokens === undefined) return [];
  const { reservedTokens: reserved } = key;
  const reach = { limit: 'key_tokens', reserved } as const;
  return [
    { ...reach, total: tokens, used: key.quota.tokens, ...resetting(endOfPeriod(reset, now)) },
    { ...reach, total: Number.MAX_SAFE_INTEGER, used: 0 },
  ];
}

function quotaRooms({ key, limits, now }: LimitContext): readonly Room[] {
  const { nanoUsd, reset = 'none' } = limits.quota ?? {};
  if (nanoUsd === undefined) return [];
  return [
    {
      limit: 'key_quota',
      total: nanoUsd,
      used: key.quota.nanoUsd,
      reserved: key.reservedNanoUsd,
      ...resetting(endOfPeriod(reset, now)),
    },
  ];
}

function windowRooms({ key, limits }: LimitContext): readonly Room[] {
  return windowNames.flatMap((name) => {
    const total = limits.windows?.[name];
    const begun = key.windows[name];
    if (total === undefined) return [];
    const room = { limit: windowLimits[name], total, reserved: key.reservedNanoUsd };
    if (begun === undefined) return [{ ...room, used: 0 }];
    return [{ ...room, used: begun.nanoUsd, resetAt: endOfWindow(name, begun.startedAt) }];
  });
}

function balanceRooms({ account, prepaid }: LimitContext): readonly Room[] {
  if (!prepaid) return [];
  const { granted: total, spent: used, reserved } = account;
  return [{ limit: 'account_balance', total, used, reserved }];
}

/** What is held together must be countable, however absurd the limits and the calls are. */
function countableRoom({ key, account }: LimitContext): Room {
  const reserved = Math.max(key.reservedNanoUsd, account.reserved);
  return { limit: 'account_balance', total: Number.MAX_SAFE_INTEGER, used: 0, reserved };
}

function resetting(resetAt: number | undefined): Pick<Room, 'resetAt'> {
  return resetAt === undefined ? {} : { resetAt };
}

/** One limit of money or tokens and how far it is used. */
export interface Room {
  readonly limit: LimitName;
  readonly total: number;
  readonly used: number;
  /** Held by running exchanges. */
  readonly reserved: number;
  /** When it begins anew, in milliseconds since 1970; absent when it never does. */
  readonly resetAt?: number;
}

/** What a call wants of it. */
export interface Wish {
  readonly full: number;
  /** At most `full`. */
  readonly least: number;
  /** True when the caller waits no longer for what others hold. */
  readonly last: boolean;
}

export type Fit =
  /** What the call may use, and how much of that is to be held: nothing where nothing is limited. */
  | { readonly kind: 'granted'; readonly amount: number; readonly held: number }
  | { readonly kind: 'held'; readonly limit: LimitName }
  | {
      readonly kind: 'refused';
      readonly limit: LimitName;
      readonly retryAt?: number;
      readonly isHeld?: true;
    };

/**
 * Decides what a call gets: all it wants; else, when running exchanges hold the rest, it waits; else,
 * when the limit is nearly used up, what is free, as long as that is the least it needs. A call that
 * wants nothing is never in the way of a limit.
 */
export function fitAmount({ full, least, last }: Wish, rooms: readonly Room[]): Fit {
  const [first, ...others] = rooms;
  if (first === undefined) return { kind: 'granted', amount: full, held: 0 };
  const tightest = others.reduce(
    (one, other) => (freeOf(other) < freeOf(one) ? other : one),
    first,
  );
  const free = freeOf(tightest);
  if (full <= Math.max(free, 0)) return { kind: 'granted', amount: full, held: full };
  const available = Math.min(...rooms.map(availableOf));
  const isWorthWaiting = full <= available;
  if (least <= free && (last || !isWorthWaiting)) {
    return { kind: 'granted', amount: free, held: free };
  }
  if (least > available) return refuseUntilReset(least, rooms);
  const { limit } = tightest;
  return last ? { kind: 'refused', limit, isHeld: true } : { kind: 'held', limit };
}

function availableOf({ total, used }: Room): number {
  return total - used;
}

function freeOf(room: Room): number {
  return availableOf(room) - room.reserved;
}

/** Names the limit that stands in the way for longest; one that is too small as a whole always will. */
function refuseUntilReset(least: number, rooms: readonly Room[]): Fit {
  const inTheWay = rooms
    .filter((room) => availableOf(room) < least)
    .map(({ limit, total, resetAt }) => ({
      limit,
      retryAt: least > total || resetAt === undefined ? Infinity : resetAt,
    }));
  const [first, ...others] = inTheWay;
  if (first === undefined) throw new RangeError('No limit stands in the way.');
  const { limit, retryAt } = others.reduce(
    (one, other) => (other.retryAt > one.retryAt ? other : one),
    first,
  );
  return { kind: 'refused', limit, ...(Number.isFinite(retryAt) && { retryAt }) };
}
