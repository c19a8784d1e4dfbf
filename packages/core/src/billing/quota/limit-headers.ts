import type { DialectWire, RateLimitHeaders, RateName } from '@parley/protocol';
import type { RateStanding, Standing } from '../../store/index.ts';
import { resetHeaderOf, type Refused } from './refusal.ts';

/** Plain headers with lower-case names. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** How far the limits of a key are used. */
export interface LimitState {
  readonly standing: Standing;
  /** The limit that refused the exchange. */
  readonly refused?: Pick<Refused, 'limit' | 'retryAt'> | undefined;
}

/**
 * What an answer's head says of its key's limits: the rates as they stood when the exchange asked,
 * and when the limit that refused it begins anew.
 * @param now milliseconds since 1970
 */
export function limitHeaders(
  { rateLimitHeaders: names }: DialectWire,
  { standing, refused }: LimitState,
  now: number,
): HeaderRecord {
  const write = (rate: RateName, state: RateStanding): HeaderRecord =>
    names === undefined ? {} : writeRate(names, rate, { ...state, now });
  const reset = refused && resetHeaderOf(refused.limit);
  return {
    ...(standing.requests && write('requests', standing.requests)),
    ...(standing.tokens && write('tokens', standing.tokens)),
    ...(reset !== undefined &&
      refused?.retryAt !== undefined && { [reset]: writeDuration(refused.retryAt - now) }),
  };
}

function writeRate(
  names: RateLimitHeaders,
  rate: RateName,
  { limit, remaining, wholeAt, now }: RateStanding & { readonly now: number },
): HeaderRecord {
  return {
    [names.limit(rate)]: String(limit),
    [names.remaining(rate)]: String(Math.max(0, remaining)),
    [names.reset(rate)]:
      names.resetForm === 'duration'
        ? writeDuration(wholeAt - now)
        : new Date(Math.max(wholeAt, now)).toISOString(),
  };
}

/** A duration such as `12ms`, `6s` or `1h2m3s`; from a second on it is rounded up to whole seconds. */
export function writeDuration(milliseconds: number): string {
  const whole = Math.max(0, Math.ceil(milliseconds));
  if (whole < 1_000) return `${String(whole)}ms`;
  const seconds = Math.ceil(whole / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const units = [
    [hours, 'h'],
    [minutes, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return units.map(([count, unit]) => (count > 0 ? `${String(count)}${unit}` : '')).join('');
}
