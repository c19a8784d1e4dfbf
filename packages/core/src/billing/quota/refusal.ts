import { GatewayError } from '@parley/protocol';
import type { LimitName, ReserveOutcome } from '../../store/index.ts';

export type Refused = Extract<ReserveOutcome, { kind: 'refused' }>;

/** The error of an exchange that a limit refused, with what its headers tell. */
export class LimitRefusal extends GatewayError {
  readonly refused: Refused;

  constructor(error: GatewayError, refused: Refused) {
    const { code, message, reason, retryAfter } = error;
    super(code, message, { reason, retryAfter });
    this.refused = refused;
  }
}

/** What is said of a limit that is used up; it ends only with its period. */
const exhausted: Partial<Readonly<Record<LimitName, { reason: string; message: string }>>> = {
  key_quota: { reason: 'key_quota_exhausted', message: 'The quota of this API key is used up.' },
  key_tokens: {
    reason: 'key_tokens_exhausted',
    message: 'The token quota of this API key is used up.',
  },
  window_5h: {
    reason: 'window_5h_exceeded',
    message: 'The 5-hour limit of this API key is used up.',
  },
  window_1d: {
    reason: 'window_1d_exceeded',
    message: 'The daily limit of this API key is used up.',
  },
  window_7d: {
    reason: 'window_7d_exceeded',
    message: 'The weekly limit of this API key is used up.',
  },
  account_balance: {
    reason: 'account_balance_exhausted',
    message: 'The balance of this account is used up.',
  },
};

/** What is said of a limit that frees itself within a minute or so. */
const limited: Partial<Readonly<Record<LimitName, { reason: string; message: string }>>> = {
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

/** Clients would sleep through a longer wait, or not wait at all. */
const longestWait = 60;

/** Running exchanges end sooner or later; meanwhile nobody knows when, in seconds. */
const heldWait = 5;

/** The error that a refused reservation stands for. @param now milliseconds since 1970 */
export function refusalError({ limit, retryAt, isHeld }: Refused, now: number): GatewayError {
  if (isHeld === true) {
    return new GatewayError('rate-limited', 'Running requests hold what is left of a limit.', {
      reason: 'quota_held',
      retryAfter: heldWait,
    });
  }
  const rate = limited[limit];
  if (rate !== undefined) {
    const seconds = retryAt === undefined ? 1 : Math.ceil((retryAt - now) / 1_000);
    const retryAfter = Math.min(Math.max(seconds, 1), longestWait);
    return new GatewayError('rate-limited', rate.message, { reason: rate.reason, retryAfter });
  }
  const { reason, message } = exhausted[limit] ?? { reason: limit, message: 'A limit is used up.' };
  const until =
    retryAt === undefined ? '' : ` It begins anew at ${new Date(retryAt).toISOString()}.`;
  return new GatewayError('quota-exhausted', message + until, { reason });
}

/** The header that tells when a used-up limit begins anew, by the limit's name. */
const resetHeaders: Partial<Readonly<Record<LimitName, string>>> = {
  key_quota: 'x-ratelimit-reset-quota',
  key_tokens: 'x-ratelimit-reset-quota',
  window_5h: 'x-ratelimit-reset-5h',
  window_1d: 'x-ratelimit-reset-1d',
  window_7d: 'x-ratelimit-reset-7d',
};

export function resetHeaderOf(limit: LimitName): string | undefined {
  return resetHeaders[limit];
}
