/** The errors of exchanges that a limit rejected: the limit, what is left of it, and when to retry. */
import { GatewayError } from '@parley/protocol';
import { nanoUsdPerDollar, type LimitName, type ReserveOutcome } from '../../../store/index.ts';

/** The outcome of a reservation that a limit rejected. */
export type Refused = Extract<ReserveOutcome, { kind: 'refused' }>;

/** The error of an exchange that a limit rejected, with the data for its headers. */
export class LimitRefusal extends GatewayError {
  readonly refused: Refused;

  constructor(error: GatewayError, refused: Refused) {
    const { code, message, reason, retryAfter } = error;
    super(code, message, { reason, retryAfter });
    this.refused = refused;
  }
}

type RateLimit = 'requests_per_minute' | 'tokens_per_minute' | 'concurrency';
type ExhaustibleLimit = Exclude<LimitName, RateLimit>;

/** Reasons and names of limits that stay used up until their period ends. */
const exhausted: Readonly<Record<ExhaustibleLimit, { reason: string; name: string }>> = {
  key_quota: { reason: 'key_quota_exhausted', name: 'The quota of this API key' },
  key_tokens: { reason: 'key_tokens_exhausted', name: 'The token quota of this API key' },
  window_5h: { reason: 'window_5h_exceeded', name: 'The 5-hour limit of this API key' },
  window_1d: { reason: 'window_1d_exceeded', name: 'The daily limit of this API key' },
  window_7d: { reason: 'window_7d_exceeded', name: 'The weekly limit of this API key' },
  account_balance: {
    reason: 'account_balance_exhausted',
    name: 'The balance of this account',
  },
};

/** Errors of limits that are available again within about a minute. */
const limited: Readonly<Record<RateLimit, { reason: string; message: string }>> = {
  requests_per_minute: {
    reason: 'rate_limit_exceeded',
    message: 'This API key may not make so many requests a minute.',
  },
  tokens_per_minute: {
    reason: 'token_rate_limit_exceeded',
    message: 'This API key may not use so many tokens a minute.',
  },
  concurrency: {
    reason: 'concurrency_exceeded',
    message: 'This API key has as many requests running as it may.',
  },
};

/**
 * The longest `retry-after`, in seconds: with a longer one, some clients sleep for hours and others do not
 * wait at all.
 */
const longestWait = 60;

/** The `retry-after` while running exchanges have reserved what is left, in seconds. */
const heldWait = 5;

/** The error of a rejected reservation. @param now milliseconds since 1970 */
export function refusalError(refused: Refused, now: number): GatewayError {
  const { limit, retryAt, isHeld } = refused;
  if (isHeld === true) {
    const message = `Running requests reserve the rest of a limit.${describeNeed(refused)}`;
    const retryAfter = heldWait;
    return new GatewayError('rate-limited', message, { reason: 'quota_held', retryAfter });
  }
  if (isRateLimit(limit)) {
    const { reason, message } = limited[limit];
    const seconds = retryAt === undefined ? 1 : Math.ceil((retryAt - now) / 1_000);
    const retryAfter = Math.min(Math.max(seconds, 1), longestWait);
    return new GatewayError('rate-limited', message, { reason, retryAfter });
  }
  const { reason, name } = exhausted[limit];
  const state = (refused.left ?? 0) > 0 ? 'has not enough left for this request' : 'is used up';
  const until =
    retryAt === undefined ? '' : ` It begins anew at ${new Date(retryAt).toISOString()}.`;
  const message = `${name} ${state}.${describeNeed(refused)}${until}`;
  return new GatewayError('quota-exhausted', message, { reason });
}

function isRateLimit(limit: LimitName): limit is RateLimit {
  return limit in limited;
}

/** What the request may cost and what is left; the balance of an account is not for the holder of a key. */
function describeNeed({ limit, needed, left = 0 }: Refused): string {
  if (needed === undefined) return '';
  if (limit === 'key_tokens') {
    return ` The request may use up to ${String(needed)} tokens, and ${String(left)} are left.`;
  }
  const cost = ` The request may cost up to ${dollars(needed, Math.ceil)}`;
  return limit === 'account_balance'
    ? `${cost}.`
    : `${cost}, and ${dollars(left, Math.floor)} is left.`;
}

/** Ten-thousandths of a dollar; amounts below one are written exactly. */
const shownNanoUsd = nanoUsdPerDollar / 10_000;

function dollars(nanoUsd: number, round: (amount: number) => number): string {
  const step = nanoUsd < shownNanoUsd ? 1 : shownNanoUsd;
  const decimals = step === 1 ? 9 : 4;
  return `$${((round(nanoUsd / step) * step) / nanoUsdPerDollar).toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
