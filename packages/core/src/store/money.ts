/** Money and what may limit it: the unit of every amount, quota periods, windows and the limits of a key. */

/**
 * Money in whole nano-US-dollars: 1 US dollar is 1,000,000,000. Amounts lie within ±9,007,199 dollars,
 * where a number holds every one of them exactly.
 */
export type NanoUsd = number;

export const nanoUsdPerDollar = 1_000_000_000;

/** How often a key's quota is reset; days, weeks and months are those of UTC. */
export type QuotaReset = 'none' | 'day' | 'week' | 'month';

/** The windows in which a key's spending may be limited. */
export const windowNames = ['5h', '1d', '7d'] as const;
export type WindowName = (typeof windowNames)[number];

/** Length of each window, in milliseconds. */
export const windowLengths: Readonly<Record<WindowName, number>> = {
  '5h': 5 * 3_600_000,
  '1d': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
};

/** The limits of a key. Whatever is absent is not limited. */
export interface KeyLimits {
  readonly quota?: {
    /** Money in one period, at least 0. */
    readonly nanoUsd?: NanoUsd;
    /** Tokens in one period, prompt and answer together, at least 0. */
    readonly tokens?: number;
    readonly reset: QuotaReset;
  };
  /** Money in each window. A window begins with the first call after the previous one has ended. */
  readonly windows?: Readonly<Partial<Record<WindowName, NanoUsd>>>;
  /** At least 1, as are the two below. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Exchanges that may run at once. */
  readonly concurrency?: number;
}

/** The limit that refused a call or makes it wait. */
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
