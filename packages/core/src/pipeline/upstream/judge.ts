import { GatewayError } from '@parley/protocol';

/** What follows a failed attempt. */
export type Verdict = 'next-target' | 'same-target' | 'give-up';

/**
 * Decides what follows a failed attempt, before any byte has gone to the caller.
 * A rejected request would be rejected everywhere, so it is not repeated; an upstream that is slow
 * or asks for patience is not asked again at once.
 */
export function judge(
  error: GatewayError,
  next: { readonly other: boolean; readonly again: boolean },
): Verdict {
  const elsewhere =
    error.code === 'upstream-unavailable' ||
    error.code === 'upstream-timeout' ||
    error.code === 'overloaded' ||
    error.code === 'rate-limited';
  if (elsewhere && next.other) return 'next-target';
  const momentary = error.code === 'upstream-unavailable' || error.code === 'overloaded';
  return momentary && next.again && !isRefusedCredential(error) ? 'same-target' : 'give-up';
}

/** The upstream refuses our credential: no repetition helps, an operator must. */
export function isRefusedCredential(error: GatewayError): boolean {
  return [401, 402, 403].includes(error.upstreamStatus ?? 0);
}

/** The error to report when several attempts failed: of rate limits the one that ends first, else the last. */
export function summarize(errors: readonly GatewayError[]): GatewayError {
  const last = errors.at(-1) ?? new GatewayError('internal', 'No target was tried.');
  if (!errors.every((error) => error.code === 'rate-limited')) return last;
  return errors.reduce((soonest, error) =>
    (error.retryAfter ?? Infinity) < (soonest.retryAfter ?? Infinity) ? error : soonest,
  );
}
