/** What the answers of the scripts mean; used by `shared-rates.ts`. */
import { rateStanding, spanOf } from '@parley/core/ledger';
import type {
  KeyLimits,
  LimitName,
  ReserveOutcome,
  ReservationRequest,
  Standing,
} from '@parley/core/store';

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
      requests: rateStanding({ perMinute: requestsPerMinute, wholeAt: requestsAt }, now),
    }),
    ...(tokensPerMinute !== undefined && {
      tokens: rateStanding({ perMinute: tokensPerMinute, wholeAt: tokensAt }, now),
    }),
  };
}
