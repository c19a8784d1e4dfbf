import type { DialectId } from '@parley/protocol';
import type { RateStanding, Standing } from '../../store/index.ts';
import { resetHeaderOf, type Refused } from './refusal.ts';

/** Plain headers with lower-case names. */
export type HeaderRecord = Readonly<Record<string, string>>;

type RateName = 'requests' | 'tokens';
type RateWriter = (name: RateName, standing: RateStanding, now: number) => HeaderRecord;

/**
 * How each dialect's clients read how far a rate is used. OpenAI writes the reset as a duration
 * (its page on rate limits), Anthropic as a time (its page on rate limits); Google tells nothing.
 */
const writers: Readonly<Record<DialectId, RateWriter>> = {
  'openai-chat': writeDurations,
  'openai-responses': writeDurations,
  'anthropic-messages': writeTimes,
  'gemini-generate': () => ({}),
};

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
  dialect: DialectId,
  { standing, refused }: LimitState,
  now: number,
): HeaderRecord {
  const write = writers[dialect];
  const reset = refused && resetHeaderOf(refused.limit);
  return {
    ...(standing.requests && write('requests', standing.requests, now)),
    ...(standing.tokens && write('tokens', standing.tokens, now)),
    ...(reset !== undefined &&
      refused?.retryAt !== undefined && { [reset]: writeDuration(refused.retryAt - now) }),
  };
}

function writeDurations(name: RateName, standing: RateStanding, now: number): HeaderRecord {
  return {
    [`x-ratelimit-limit-${name}`]: String(standing.limit),
    [`x-ratelimit-remaining-${name}`]: String(Math.max(0, standing.remaining)),
    [`x-ratelimit-reset-${name}`]: writeDuration(standing.wholeAt - now),
  };
}

function writeTimes(name: RateName, standing: RateStanding, now: number): HeaderRecord {
  const wholeAt = new Date(Math.max(standing.wholeAt, now));
  return {
    [`anthropic-ratelimit-${name}-limit`]: String(standing.limit),
    [`anthropic-ratelimit-${name}-remaining`]: String(Math.max(0, standing.remaining)),
    [`anthropic-ratelimit-${name}-reset`]: wholeAt.toISOString(),
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
