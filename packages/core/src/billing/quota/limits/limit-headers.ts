/** Headers that tell a client how much of the limits of its key is used, under the names of its dialect. */
import type { DialectWire, RateHeaders, RateLimitHeaders } from '@parley/protocol';
import type { LimitName, RateStanding, Standing } from '../../../store/index.ts';
import type { Refused } from './refusal.ts';

/** The header that contains when a used-up limit is reset, by the limit's name. */
const resetHeaders: Partial<Readonly<Record<LimitName, string>>> = {
  key_quota: 'x-ratelimit-reset-quota',
  key_tokens: 'x-ratelimit-reset-quota',
  window_5h: 'x-ratelimit-reset-5h',
  window_1d: 'x-ratelimit-reset-1d',
  window_7d: 'x-ratelimit-reset-7d',
};

/** Headers to which others are added, by their lower-case names. */
export type ResponseHeaders = Record<string, string>;

/** How much of the limits of a key is used. */
export interface LimitState {
  readonly standing: Standing;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The limit that rejected the exchange. */
  readonly refused?: Pick<Refused, 'limit' | 'retryAt'> | undefined;
}

/**
 * Adds the headers about a key's limits: what was left of its rates when the exchange was admitted, and when the
 * limit that rejected it is reset.
 * @param wire the client's dialect, which names the headers
 */
export function addLimitHeaders(
  headers: ResponseHeaders,
  { rateLimitHeaders: names }: DialectWire,
  { standing, refused, now }: LimitState,
): void {
  if (names !== undefined) {
    const { resetForm } = names;
    writeRate(headers, names.requests, { state: standing.requests, resetForm, now });
    writeRate(headers, names.tokens, { state: standing.tokens, resetForm, now });
  }
  const reset = refused && resetHeaders[refused.limit];
  const retryAt = refused?.retryAt;
  if (reset !== undefined && retryAt !== undefined) headers[reset] = writeDuration(retryAt - now);
}

interface RateState extends Pick<RateLimitHeaders, 'resetForm'> {
  /** Absent where the rate is not limited. */
  readonly state: RateStanding | undefined;
  readonly now: number;
}

function writeRate(
  headers: ResponseHeaders,
  names: RateHeaders,
  { state, resetForm, now }: RateState,
): void {
  if (state === undefined) return;
  const { limit, remaining, wholeAt } = state;
  headers[names.limit] = String(limit);
  headers[names.remaining] = String(Math.max(0, remaining));
  headers[names.reset] =
    resetForm === 'duration'
      ? writeDuration(wholeAt - now)
      : new Date(Math.max(wholeAt, now)).toISOString();
}

/** A duration such as `12ms`, `6s` or `1h2m3s`; from one second on it is rounded up to whole seconds. */
export function writeDuration(milliseconds: number): string {
  const whole = Math.max(0, Math.ceil(milliseconds));
  if (whole < 1_000) return `${String(whole)}ms`;
  const seconds = Math.ceil(whole / 1_000);
  const hours = writeUnit(Math.floor(seconds / 3_600), 'h');
  const minutes = writeUnit(Math.floor((seconds % 3_600) / 60), 'm');
  return hours + minutes + writeUnit(seconds % 60, 's');
}

function writeUnit(count: number, unit: string): string {
  return count > 0 ? `${String(count)}${unit}` : '';
}
