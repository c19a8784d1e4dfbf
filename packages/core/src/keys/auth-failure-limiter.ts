import { GatewayError } from '@parley/protocol';
import type { Clock } from '../ports.ts';

const windowMs = 60_000;
const allowedPerWindow = 60;
const capacity = 10_000;

/** Counts refused credentials by network address, so that guessing keys becomes pointless. */
export interface AuthFailureLimiter {
  /** Seconds to wait, 1 to 60, when the address has guessed too often; else `undefined`. */
  blockedFor(address: string): number | undefined;
  record(address: string): void;
}

export function createAuthFailureLimiter(clock: Clock): AuthFailureLimiter {
  const guesses = new Map<string, { count: number; since: number }>();

  const current = (address: string): { count: number; since: number } | undefined => {
    const entry = guesses.get(address);
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
      guesses.delete(address);
      guesses.set(address, { count: 1, since: clock.monotonic() });
      const oldest = guesses.size > capacity ? guesses.keys().next().value : undefined;
      if (oldest !== undefined) guesses.delete(oldest);
    },
  };
}

/** A credential that leads to nobody. */
export interface WrongCredential {
  /** Whether it has the shape of ours, which only a guess or a revoked one has. */
  readonly isShaped: boolean;
  readonly message: string;
  readonly reason: string;
  /** What is said after too many of them. */
  readonly tooMany: string;
}

/** Counts a wrong credential, and gives the one answer for all of them: what is wrong stays unsaid. */
export function refuseCredential(
  guesses: AuthFailureLimiter,
  address: string | undefined,
  { isShaped, message, reason, tooMany }: WrongCredential,
): GatewayError {
  if (isShaped && address !== undefined) {
    const retryAfter = guesses.blockedFor(address);
    if (retryAfter !== undefined) {
      return new GatewayError('rate-limited', tooMany, {
        reason: 'too_many_wrong_keys',
        retryAfter,
      });
    }
    guesses.record(address);
  }
  return new GatewayError('unauthenticated', message, { reason });
}
