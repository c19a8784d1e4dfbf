import type { KeyState } from '../../store/key.ts';
import type { Standing } from '../../store/ledger.ts';
import type { KeyLimits, LimitName } from '../../store/money.ts';
import { fitsAt, fitsNow, rateStanding, takeRate, type Rate } from './rate.ts';
import type { Purse } from './rooms.ts';

type Rated = Pick<Purse, 'key' | 'limits' | 'now'>;

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
