/**
 * Limits wrong credentials by IP address, so that guessing keys is impractical; used wherever credentials are
 * checked.
 */
import { GatewayError } from '@parley/protocol';
import type { Clock } from '../ports.ts';

const windowMs = 60_000;
const allowedPerWindow = 60;
/** The maximum number of addresses that are counted; the one that failed first is forgotten. */
const capacity = 10_000;

/** Counts the wrong credentials of each IP address. */
export interface AuthFailureLimiter {
  /** Seconds to wait, 1 to 60, after too many wrong credentials; otherwise `undefined`. */
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

/** A credential that matches no key, token or session. */
export interface WrongCredential {
  /** Whether it has the format of Parley's credentials, which is true only of a guess or a revoked one. */
  readonly isShaped: boolean;
  readonly message: string;
  readonly reason: string;
  /** The error message after too many of them. */
  readonly tooMany: string;
}

/**
 * Counts a wrong credential, and returns the same error for all of them, which does not reveal what is wrong.
 */
export function refuseCredential(
  limiter: AuthFailureLimiter,
  address: string | undefined,
  { isShaped, message, reason, tooMany }: WrongCredential,
): GatewayError {
  if (isShaped) {
    const blocked = findBlock(limiter, address, tooMany);
    if (blocked !== undefined) return blocked;
    if (address !== undefined) limiter.record(address);
  }
  return new GatewayError('unauthenticated', message, { reason });
}

/**
 * The error for an address that has sent too many wrong credentials; `undefined` for any other. To be asked
 * before the store is, so that a flood of guesses does not reach it.
 */
export function findBlock(
  limiter: AuthFailureLimiter,
  address: string | undefined,
  tooMany: string,
): GatewayError | undefined {
  const retryAfter = address === undefined ? undefined : limiter.blockedFor(address);
  if (retryAfter === undefined) return undefined;
  return new GatewayError('rate-limited', tooMany, { reason: 'too_many_wrong_keys', retryAfter });
}
