/** Limits per minute and concurrency slots of a key. */
import type { KeyState } from '../../store/keys.ts';
import type { RateStanding, Standing } from '../../store/ledger.ts';
import type { KeyLimits, LimitName } from '../../store/money.ts';
import type { LimitContext } from './headroom.ts';

/**
 * A limit per minute by the generic cell rate algorithm (ITU-T I.371, virtual scheduling): a bucket
 * that holds a minute's worth and fills steadily is kept as the one time at which it is whole again.
 */
export interface Rate {
  /** At least 1. */
  readonly perMinute: number;
  /** In milliseconds since 1970, with fractions. */
  readonly wholeAt: number;
}

const minuteMs = 60_000;

/** However much was taken at once, the bucket is whole again within this time. */
const longestDebtMs = 60 * minuteMs;

/** Numbers hold today's times to about a four-thousandth of a millisecond, and sums drift by that. */
const toleranceMs = 1;

/**
 * When so many may be taken, in milliseconds since 1970. More than the bucket holds may be taken
 * when it is whole, and must then be made up for.
 */
export function fitsAt({ perMinute, wholeAt }: Rate, count: number): number {
  return wholeAt + Math.min(spanOf(count, perMinute), minuteMs) - minuteMs;
}

/** Whether so many may be taken now. */
export function fitsNow(rate: Rate, count: number, now: number): boolean {
  return fitsAt(rate, count) <= now + toleranceMs;
}

/** When the bucket is whole once so many are taken. */
export function takeRate({ perMinute, wholeAt }: Rate, count: number, now: number): number {
  return changeWholeAt(wholeAt, spanOf(count, perMinute), now);
}

/**
 * When the bucket is whole after a correction.
 * @param changeMs what is taken in addition, or below 0 given back, in milliseconds of filling
 */
export function changeWholeAt(wholeAt: number, changeMs: number, now: number): number {
  if (changeMs <= 0) return wholeAt + changeMs;
  const latest = Math.max(wholeAt, now + longestDebtMs);
  return Math.min(Math.max(wholeAt, now) + changeMs, latest);
}

/** How long it takes to fill up so many, in milliseconds. */
export function spanOf(count: number, perMinute: number): number {
  return (count * minuteMs) / perMinute;
}

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

/** Which rate, or the number of places, stands in the way of one more call. */
export function findFullRate(
  rated: Rated,
  rateTokens: number,
): { readonly limit: LimitName; readonly retryAt?: number } | undefined {
  const { key, limits, now } = rated;
  const { requests, tokens } = ratesOf(key, limits);
  if (requests !== undefined && !fitsNow(requests, 1, now)) {
    return { limit: 'requests_per_minute', retryAt: Math.ceil(fitsAt(requests, 1)) };
  }
  if (tokens !== undefined && !fitsNow(tokens, rateTokens, now)) {
    return { limit: 'tokens_per_minute', retryAt: Math.ceil(fitsAt(tokens, rateTokens)) };
  }
  return key.running >= (limits.concurrency ?? Infinity) ? { limit: 'concurrency' } : undefined;
}

/** Takes one request and so many tokens; tells by how long the tokens' time was put off. */
export function takeRates(
  { key, limits, now }: Rated,
  rateTokens: number,
): Pick<KeyState, 'requestsWholeAt' | 'tokensWholeAt'> & { readonly rateMs: number } {
  const { requests, tokens } = ratesOf(key, limits);
  const tokensWholeAt = tokens ? takeRate(tokens, rateTokens, now) : key.tokensWholeAt;
  return {
    requestsWholeAt: requests ? takeRate(requests, 1, now) : key.requestsWholeAt,
    tokensWholeAt,
    rateMs: tokens ? tokensWholeAt - Math.max(key.tokensWholeAt, now) : 0,
  };
}

export function tellStanding({ key, limits, now }: Rated): Standing {
  const { requests, tokens } = ratesOf(key, limits);
  return {
    ...(requests && { requests: rateStanding(requests, now) }),
    ...(tokens && { tokens: rateStanding(tokens, now) }),
  };
}

function ratesOf(
  { requestsWholeAt, tokensWholeAt }: KeyState,
  { requestsPerMinute, tokensPerMinute }: KeyLimits,
): { readonly requests?: Rate; readonly tokens?: Rate } {
  return {
    ...(requestsPerMinute !== undefined && {
      requests: { perMinute: requestsPerMinute, wholeAt: requestsWholeAt },
    }),
    ...(tokensPerMinute !== undefined && {
      tokens: { perMinute: tokensPerMinute, wholeAt: tokensWholeAt },
    }),
  };
}
