/** Limits wrong credentials by network address, so that guessing keys becomes pointless. */
import { GatewayError } from '@parley/protocol';
import type { Clock } from '../ports.ts';

const windowMs = 60_000;
const allowedPerWindow = 60;
const capacity = 10_000;

/** Counts the wrong credentials of each network address. */
export interface AuthFailureLimiter {
  /** Seconds to wait, 1 to 60, after too many wrong credentials; else `undefined`. */
  blockedFor(address: string): number | undefined;
  record(address: string): void;
}

export function createAuthFailureLimiter(clock: Clock): AuthFailureLimiter {
  const failures = new Map<string, { count: number; since: number }>();

  const current = (address: string): { count: number; since: number } | undefined => {
    const entry = failures.get(address);
    return entry !== undefined && clock.monotonic() - entry.since < windowMs ? entry : undefined;
  };

  return {
    blockedFor(address) {
      const entry = current(address);
      if (entry === undefined || entry.count < allowedPerWindow) return undefined;
      return Math.max(1, Math.ceil((entry.since + windowMs - clock.monotonic()) / 1_000));
    },
    record(address) {
      const entry = current(address);
      if (entry !== undefined) {
        entry.count += 1;
        return;
      }
      failures.delete(address);
      failures.set(address, { count: 1, since: clock.monotonic() });
      const oldest = failures.size > capacity ? failures.keys().next().value : undefined;
      if (oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** A credential that no key, token or session has. */
export interface WrongCredential {
  /** Whether it has the shape of our credentials, as only a guess or a revoked one has. */
  readonly isShaped: boolean;
  readonly message: string;
  readonly reason: string;
  /** The message after too many of them. */
  readonly tooMany: string;
}

/** Counts a wrong credential, and gives the same error for all of them, which does not say what is wrong. */
export function refuseCredential(
  limiter: AuthFailureLimiter,
  address: string | undefined,
  { isShaped, message, reason, tooMany }: WrongCredential,
): GatewayError {
  if (isShaped && address !== undefined) {
    const retryAfter = limiter.blockedFor(address);
    if (retryAfter !== undefined) {
      return new GatewayError('rate-limited', tooMany, {
        reason: 'too_many_wrong_keys',
        retryAfter,
      });
    }
    limiter.record(address);
  }
  return new GatewayError('unauthenticated', message, { reason });
}
