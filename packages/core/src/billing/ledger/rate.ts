/** Limits per minute (requests, tokens) and concurrency slots of a key. */
import { omitUndefined } from '@parley/protocol';
import type { KeyState } from '../../store/keys.ts';
import type { RateStanding, Standing } from '../../store/reservations.ts';
import type { KeyLimits, LimitName } from '../../store/money.ts';
import type { LimitContext } from './headroom.ts';

/**
 * A limit per minute by the generic cell rate algorithm (ITU-T I.371, virtual scheduling): a bucket that
 * holds one minute's amount and refills steadily. Only the time at which it is full again is stored.
 */
export interface Rate {
  /** At least 1. */
  readonly perMinute: number;
  /** In milliseconds since 1970, with fractions. */
  readonly wholeAt: number;
}

const minuteMs = 60_000;

/** The bucket is full again within this time, however much was taken at once. */
const longestDebtMs = 60 * minuteMs;

/**
 * The longest time until a bucket is full again. One request may be taken while the bucket is not empty, so that it is
 * full again a minute later. Stores that hold first and decide afterwards (`full-hold.ts`) add a minute at most for
 * every other process that is asking.
 */
const latestMs = { requests: 60 * minuteMs, tokens: 2 * longestDebtMs };

/** A number represents today's times to about 1/4000 of a millisecond; sums drift by that much. */
const toleranceMs = 1;

/**
 * When a count may be taken, in milliseconds since 1970. A count larger than the bucket may be taken when the
 * bucket is full, which delays later requests.
 */
export function fitsAt({ perMinute, wholeAt }: Rate, count: number): number {
  return wholeAt + Math.min(spanOf(count, perMinute), minuteMs) - minuteMs;
}

/** Whether a count may be taken now. */
export function fitsNow(rate: Rate, count: number, now: number): boolean {
  return fitsAt(rate, count) <= now + toleranceMs;
}

/** When the bucket is full again after a count is taken. */
export function takeRate({ perMinute, wholeAt }: Rate, count: number, now: number): number {
  return changeWholeAt(wholeAt, spanOf(count, perMinute), now);
}

/**
 * When the bucket is full again after a correction.
 * @param changeMs what is taken in addition, or returned when negative, in milliseconds of refilling
 */
export function changeWholeAt(wholeAt: number, changeMs: number, now: number): number {
  if (changeMs <= 0) return wholeAt + changeMs;
  const latest = Math.max(wholeAt, now + longestDebtMs);
  return Math.min(Math.max(wholeAt, now) + changeMs, latest);
}

/** How long a count takes to refill, in milliseconds; 0 where it is not limited. */
export function spanOf(count: number, perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : (count * minuteMs) / perMinute;
}

/** How much of a limit per minute is left. @param now milliseconds since 1970, by the store's clock */
export function rateStanding({ perMinute, wholeAt }: Rate, now: number): RateStanding {
  const left = minuteMs - Math.max(0, wholeAt - now) + toleranceMs;
  const remaining = Math.floor((left * perMinute) / minuteMs);
  return {
    limit: perMinute,
    remaining: Math.min(Math.max(remaining, 0), perMinute),
    wholeAt: Math.ceil(Math.max(wholeAt, now)),
  };
}

type Rated = Pick<LimitContext, 'key' | 'limits' | 'now'>;

/** The rate limit, or the concurrency limit, that rejects one more request. */
export function findFullRate(
  rated: Rated,
  rateTokens: number,
): { readonly limit: LimitName; readonly retryAt?: number } | undefined {
  const { key, limits, now } = rated;
  const { requests, tokens } = ratesOf(key, limits, now);
  if (requests !== undefined && !fitsNow(requests, 1, now)) {
    return { limit: 'requests_per_minute', retryAt: Math.ceil(fitsAt(requests, 1)) };
  }
  if (tokens !== undefined && !fitsNow(tokens, rateTokens, now)) {
    return { limit: 'tokens_per_minute', retryAt: Math.ceil(fitsAt(tokens, rateTokens)) };
  }
  return key.running >= (limits.concurrency ?? Infinity) ? { limit: 'concurrency' } : undefined;
}

/** Takes requests and tokens; `rateMs` is by how much the tokens delay their bucket. */
export function takeRates(
  { key, limits, now }: Rated,
  count: number,
  rateTokens: number,
): Pick<KeyState, 'requestsWholeAt' | 'tokensWholeAt'> & { readonly rateMs: number } {
  const { requests, tokens } = ratesOf(key, limits, now);
  const tokensWholeAt = tokens ? takeRate(tokens, rateTokens, now) : key.tokensWholeAt;
  return {
    requestsWholeAt: requests ? takeRate(requests, count, now) : key.requestsWholeAt,
    tokensWholeAt,
    rateMs: tokens ? Math.max(0, tokensWholeAt - Math.max(tokens.wholeAt, now)) : 0,
  };
}

/** Gives back requests per minute that were held and not used. */
export function giveBackRequests(
  { requestsWholeAt }: Pick<KeyState, 'requestsWholeAt'>,
  { requestsPerMinute }: KeyLimits,
  count: number,
): number {
  return requestsWholeAt - spanOf(count, requestsPerMinute);
}

/** How much of each limit per minute is left; limits that the key does not have are absent. */
export function standingOf({ key, limits, now }: Rated): Standing {
  const { requests, tokens } = ratesOf(key, limits, now);
  return omitUndefined({
    requests: requests && rateStanding(requests, now),
    tokens: tokens && rateStanding(tokens, now),
  });
}

function ratesOf(
  { requestsWholeAt, tokensWholeAt }: KeyState,
  { requestsPerMinute, tokensPerMinute }: KeyLimits,
  now: number,
): { readonly requests?: Rate; readonly tokens?: Rate } {
  const requestsAt = forgetFuture(requestsWholeAt, now + latestMs.requests);
  const tokensAt = forgetFuture(tokensWholeAt, now + latestMs.tokens);
  return omitUndefined({
    requests: rateOf(requestsPerMinute, requestsAt),
    tokens: rateOf(tokensPerMinute, tokensAt),
  });
}

/** A time beyond every possible debt was written by a clock that was ahead; the bucket then counts as full. */
function forgetFuture(wholeAt: number, latest: number): number {
  return wholeAt > latest ? 0 : wholeAt;
}

function rateOf(perMinute: number | undefined, wholeAt: number): Rate | undefined {
  return perMinute === undefined ? undefined : { perMinute, wholeAt };
}
