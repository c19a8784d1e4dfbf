import type { LimitName } from '../../store/money.ts';

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
export function fitDemand({ full, least, last }: Wish, rooms: readonly Room[]): Fit {
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
