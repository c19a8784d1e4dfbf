/**
 * Limits wrong credentials by IP address, for IPv6 by network of 64 bits, so that guessing keys is impractical;
 * used wherever credentials are checked.
 */
import { GatewayError } from '@parley/protocol';
import type { Clock } from '../ports.ts';
import { networkOf } from './addresses.ts';

const windowMs = 60_000;
const allowedPerWindow = 60;
/**
 * After a wrong credential of a blocked address, no other unknown one is looked up for this long: a flood
 * reaches the store ten times a second at most, and a new key works soon after the flood.
 */
const lookupPauseMs = 100;
/** The maximum number of networks that are counted; the one that failed first is forgotten. */
const capacity = 10_000;
/** The maximum number of right credentials that are remembered. */
const knownCapacity = 1_000;

/** Counts the wrong credentials of each IP address. */
export interface AuthFailureLimiter {
  /** Seconds to wait, 1 to 60, after too many wrong credentials; otherwise `undefined`. */
  blockedFor(address: string): number | undefined;
  record(address: string): void;
  /** Whether a credential that this process does not know may be looked up in the store. */
  mayLookUp(address: string): boolean;
  /** Remembers a credential that was right, by its hash; `knows` tells it from a guess. */
  accept(hash: string): void;
  knows(hash: string): boolean;
}

/** The wrong credentials of one network within a window; times by the monotonic clock. */
interface AddressFailures {
  count: number;
  readonly since: number;
  last: number;
}

export function createAuthFailureLimiter(clock: Clock): AuthFailureLimiter {
  const failures = new Map<string, AddressFailures>();
  const accepted = new Set<string>();

  const current = (address: string): AddressFailures | undefined => {
    const entry = failures.get(networkOf(address));
    return entry !== undefined && clock.monotonic() - entry.since < windowMs ? entry : undefined;
  };

  const blocked = (address: string): AddressFailures | undefined => {
    const entry = current(address);
    return entry !== undefined && entry.count >= allowedPerWindow ? entry : undefined;
  };

  return {
    blockedFor(address) {
      const entry = blocked(address);
      if (entry === undefined) return undefined;
      return Math.max(1, Math.ceil((entry.since + windowMs - clock.monotonic()) / 1_000));
    },
    accept(hash) {
      accepted.delete(hash);
      accepted.add(hash);
      const oldest = accepted.size > knownCapacity ? accepted.values().next().value : undefined;
      if (oldest !== undefined) accepted.delete(oldest);
    },
    knows: (hash) => accepted.has(hash),
    mayLookUp(address) {
      const entry = blocked(address);
      return entry === undefined || clock.monotonic() - entry.last >= lookupPauseMs;
    },
    record(address) {
      const entry = current(address);
      const now = clock.monotonic();
      if (entry !== undefined) {
        entry.count += 1;
        entry.last = now;
        return;
      }
      const network = networkOf(address);
      failures.delete(network);
      failures.set(network, { count: 1, since: now, last: now });
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
    if (address !== undefined) limiter.record(address);
    if (blocked !== undefined) return blocked;
  }
  return new GatewayError('unauthenticated', message, { reason });
}

/** The error for an address that has sent too many wrong credentials; `undefined` for any other. */
function findBlock(
  limiter: AuthFailureLimiter,
  address: string | undefined,
  tooMany: string,
): GatewayError | undefined {
  const retryAfter = address === undefined ? undefined : limiter.blockedFor(address);
  if (retryAfter === undefined) return undefined;
  return new GatewayError('rate-limited', tooMany, { reason: 'too_many_wrong_keys', retryAfter });
}

/**
 * After too many wrong credentials from an address, its unknown ones are looked up only now and then, so that guesses
 * do not reach the store. Not to be asked for credentials that this process knows.
 * @throws GatewayError `rate-limited`
 */
export function refuseGuess(
  limiter: AuthFailureLimiter,
  address: string | undefined,
  tooMany: string,
): void {
  if (address === undefined || limiter.mayLookUp(address)) return;
  const blocked = findBlock(limiter, address, tooMany);
  if (blocked !== undefined) throw blocked;
}
