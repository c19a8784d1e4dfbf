/**
 * The header fields `RateLimit-Policy` and `RateLimit`, which are the same for every dialect.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
import type { RateStanding, Standing } from '../../../store/index.ts';
import type { ResponseHeaders } from './limit-headers.ts';

/** The limits of a key are those of a minute. */
const windowSeconds = 60;

/** The names of the policies, with the unit of those that count no requests. */
const policies = { requests: '"requests"', tokens: '"tokens";qu="tokens"' } as const;
type Policy = keyof typeof policies;

/** Adds both fields for the rates that are limited. @param now milliseconds since 1970 */
export function addRateLimitFields(
  headers: ResponseHeaders,
  standing: Standing,
  now: number,
): void {
  const limited = (['requests', 'tokens'] as const).flatMap((policy) => {
    const state = standing[policy];
    return state === undefined ? [] : [[policy, state] as const];
  });
  if (limited.length === 0) return;
  headers['ratelimit-policy'] = limited.map(writePolicy).join(', ');
  headers['ratelimit'] = limited.map((each) => writeState(each, now)).join(', ');
}

type Limited = readonly [policy: Policy, state: RateStanding];

function writePolicy([policy, { limit }]: Limited): string {
  return `${policies[policy]};q=${String(limit)};w=${String(windowSeconds)}`;
}

/** `t` is the time until the whole quota is available again, because it refills gradually. */
function writeState([policy, { remaining, wholeAt }]: Limited, now: number): string {
  const seconds = Math.max(0, Math.ceil((wholeAt - now) / 1_000));
  return `"${policy}";r=${String(Math.max(0, remaining))};t=${String(seconds)}`;
}
