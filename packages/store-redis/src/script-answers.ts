/** What the answers of the scripts mean; used by `shared-rates.ts`. */
import type {
  KeyLimits,
  LimitName,
  RateStanding,
  ReserveOutcome,
  ReservationRequest,
  Standing,
} from '@parley/core/store';

const minuteMs = 60_000;

const limitNames: readonly (LimitName | undefined)[] = [
  undefined,
  'requests_per_minute',
  'tokens_per_minute',
  'concurrency',
];

/** What Redis has granted, or why it has not. */
export function readAnswer(
  answer: readonly string[],
  { limits, amounts }: ReservationRequest,
): ReserveOutcome {
  const [limit = 0, retryAt = 0, ...times] = answer.map(Number);
  const standing = readStanding(limits, times);
  const name = limitNames[limit];
  if (name === undefined) {
    const [, , , ahead = 0, slots = 0] = times;
    const { nanoUsd, tokens, rateTokens } = amounts;
    const held = {
      nanoUsd: 0,
      tokens: 0,
      slots: 1 + slots,
      rateMs: (1 + ahead) * spanOf(rateTokens, limits.tokensPerMinute),
      requests: limits.requestsPerMinute === undefined ? 0 : 1 + ahead,
    };
    return { kind: 'granted', nanoUsd, tokens, held, ahead, standing };
  }
  const known = retryAt > 0 && { retryAt: Math.ceil(retryAt) };
  return { kind: 'refused', limit: name, standing, ...known };
}

/** How much of the rates is left. */
export function readStanding(limits: KeyLimits, times: readonly number[]): Standing {
  const [requestsAt = 0, tokensAt = 0, now = 0] = times;
  const { requestsPerMinute, tokensPerMinute } = limits;
  return {
    ...(requestsPerMinute !== undefined && {
      requests: describe(requestsPerMinute, requestsAt, now),
    }),
    ...(tokensPerMinute !== undefined && { tokens: describe(tokensPerMinute, tokensAt, now) }),
  };
}

function describe(limit: number, wholeAt: number, now: number): RateStanding {
  // Tolerates a millisecond, as does the code that takes from the rate.
  const left = minuteMs - Math.max(0, wholeAt - now) + 1;
  const remaining = Math.floor((left * limit) / minuteMs);
  return {
    limit,
    remaining: Math.min(Math.max(remaining, 0), limit),
    wholeAt: Math.ceil(Math.max(wholeAt, now)),
  };
}

/** How long a count takes to refill, in milliseconds; 0 where it is not limited. */
export function spanOf(count: number, perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : (count * minuteMs) / perMinute;
}
