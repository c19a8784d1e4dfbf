/** Holds amounts for further requests together with a reservation; used by `decideReserve`. */
import type { Held, ReservationRequest, Room } from '../../store/reservations.ts';
import { freeOf, type LimitContext, leftOf, moneyHeadroom, tokenHeadroom } from './headroom.ts';
import { standingOf, takeRates } from './rate.ts';
import { addCount, addNanoUsd, type LedgerStates } from './states.ts';
import { omitUndefined } from '@parley/protocol';

/** What a limit has left is divided by this: all requests ahead together take at most one such part. */
const partOfRest = 8;

/** A reservation that holds what its own request needs, and the states after that. */
export interface AheadInput extends LimitContext, Pick<ReservationRequest, 'amounts'> {
  readonly held: Held;
  /** For how many further requests amounts are asked for. */
  readonly ahead: number;
}

/** What a reservation holds with the requests ahead, and the states after that. */
export interface TakenAhead extends LedgerStates {
  readonly held: Held;
  readonly ahead: number;
}

/**
 * Holds the same amounts for further requests: as many as are asked for, while they take no more than an
 * eighth of what is left of every limit.
 */
export function takeAhead(input: AheadInput): TakenAhead {
  const { key, account, amounts, held, limits } = input;
  const ahead = countAhead(input);
  if (ahead === 0) return { key, account, held, ahead };
  const { rateMs, ...rates } = takeRates(input, ahead, ahead * amounts.rateTokens);
  const more = {
    nanoUsd: ahead * held.nanoUsd,
    tokens: ahead * held.tokens,
    slots: countSlots(input, ahead),
  };
  return {
    key: {
      ...key,
      ...rates,
      reservedNanoUsd: addNanoUsd(key.reservedNanoUsd, more.nanoUsd),
      reservedTokens: addCount(key.reservedTokens, more.tokens),
      running: key.running + more.slots,
    },
    account: { ...account, reserved: addNanoUsd(account.reserved, more.nanoUsd) },
    held: {
      nanoUsd: held.nanoUsd + more.nanoUsd,
      tokens: held.tokens + more.tokens,
      rateMs: held.rateMs + rateMs,
      requests: limits.requestsPerMinute === undefined ? 0 : held.requests + ahead,
      slots: held.slots + more.slots,
    },
    ahead,
  };
}

function countAhead(input: AheadInput): number {
  const { amounts, ahead, held } = input;
  if (ahead === 0) return 0;
  const { requests, tokens } = standingOf(input);
  return Math.min(
    ahead,
    ...moneyHeadroom(input).map((headroom) => countWithin(freeOf(headroom), held.nanoUsd)),
    ...tokenHeadroom(input).map((headroom) => countWithin(freeOf(headroom), held.tokens)),
    countWithin(requests?.remaining ?? Infinity, 1),
    countWithin(tokens?.remaining ?? Infinity, amounts.rateTokens),
  );
}

/** How many requests of this amount fit in one part of what is free. */
function countWithin(free: number, amount: number): number {
  return amount === 0 ? Infinity : Math.max(0, Math.floor(free / partOfRest / amount));
}

/** How many slots requests ahead hold: none if concurrency is not limited. */
function countSlots({ key, limits: { concurrency } }: AheadInput, ahead: number): number {
  if (concurrency === undefined) return 0;
  return Math.min(ahead, countWithin(concurrency - key.running, 1));
}

/** What the limits leave before a reservation. */
export function roomOf(context: LimitContext): Room {
  return omitUndefined({
    at: context.now,
    nanoUsd: leftOf(moneyHeadroom(context)),
    tokens: leftOf(tokenHeadroom(context)),
  });
}
