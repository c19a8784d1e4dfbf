/** The unit of money, quota periods, windows and the limits of a key; used wherever amounts are stored. */

/**
 * Money in whole nano-US-dollars: 1 US dollar is 1,000,000,000. Amounts are within ±9,007,199 dollars, so
 * that a number represents each of them exactly.
 */
export type NanoUsd = number;

/** Amounts are whole nano-dollars, so that no sum is rounded. */
export const nanoUsdPerDollar = 1_000_000_000;

/** How often a key's quota is reset; days, weeks and months are in UTC. */
export type QuotaReset = 'none' | 'day' | 'week' | 'month';

/** The windows in which a key's spending may be limited. */
export const windowNames = ['5h', '1d', '7d'] as const;
/** One of the spending windows of a key, by its length. */
export type WindowName = (typeof windowNames)[number];

/** Length of each window, in milliseconds. */
export const windowLengths: Readonly<Record<WindowName, number>> = {
  '5h': 5 * 3_600_000,
  '1d': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
};

/** The limits of a key. An absent limit means unlimited. */
export interface KeyLimits {
  readonly quota?: {
    /** Money in one period, at least 0. */
    readonly nanoUsd?: NanoUsd;
    /** Tokens in one period, prompt and reply together, at least 0. */
    readonly tokens?: number;
    readonly reset: QuotaReset;
  };
  /** Money in each window. A window begins with the first request after the previous window has ended. */
  readonly windows?: Readonly<Partial<Record<WindowName, NanoUsd>>>;
  /** At least 1, as are the two fields below. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** The maximum number of concurrent exchanges. */
  readonly concurrency?: number;
}

/** The limit that rejects a request or makes it wait. */
export type LimitName =
  | 'key_quota'
  | 'key_tokens'
  | 'window_5h'
  | 'window_1d'
  | 'window_7d'
  | 'account_balance'
  | 'requests_per_minute'
  | 'tokens_per_minute'
  | 'concurrency';
