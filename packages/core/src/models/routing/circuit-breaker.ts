/** The circuit breaker: avoids upstreams that fail repeatedly, and reports their health to operators. */
import { type ErrorCode, type GatewayError, omitUndefined } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import { describeToOperator } from './failure-message.ts';

/**
 * `untried` before the first attempt has ended; `resting` while the circuit is open, when an upstream is
 * called only after all others have failed; `ready` otherwise. The admin API shows these names.
 */
export const upstreamStates = ['ready', 'resting', 'untried'] as const;
/** The state of an upstream, as the admin API names it. */
export type UpstreamState = (typeof upstreamStates)[number];

/** The last failure of an upstream. It contains no secrets. */
export interface UpstreamFailure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: ErrorCode;
  readonly reason?: string;
  /** At most 500 characters. */
  readonly message: string;
  /** HTTP status of the upstream, if it sent one. */
  readonly status?: number;
}

/** The results of an upstream's calls in this process. Times are milliseconds since 1970. */
export interface UpstreamHealth {
  readonly state: UpstreamState;
  /** Consecutive failures. */
  readonly failures: number;
  /** When the circuit becomes half-open and the upstream is called again; absent while it is not open. */
  readonly openUntil?: number;
  readonly lastSuccessAt?: number;
  readonly lastFailure?: UpstreamFailure;
}

/** One circuit for each configured upstream, by name. In memory, without timers. */
export interface CircuitBreaker {
  /** False while the circuit of an upstream is open, and while it is half-open and another call probes it. */
  isAvailable(upstream: string): boolean;
  /**
   * Notes that an upstream is called. If its circuit is half-open, this call is the probe, and no other call
   * is made before it ends, except as a last resort. Returns a function to call when the call has ended.
   */
  enter(upstream: string): () => void;
  /** Closes the circuit after a successful attempt. */
  recordSuccess(upstream: string): void;
  /**
   * Counts a failed attempt, and opens the circuit after three consecutive failures. Errors that the client
   * caused, and those of the gateway itself, are ignored; what concerns one model only, a rate limit or a missing
   * model, is shown to operators but not counted.
   * @param error redacted, as `UpstreamReader` returns it
   */
  recordFailure(upstream: string, error: GatewayError): void;
  read(upstream: string): UpstreamHealth;
  /** Closes the circuit and resets the count of failures; called by an operator. */
  recover(upstream: string): void;
}

/** What a circuit breaker needs of its gateway. */
export interface CircuitBreakerOptions {
  readonly clock: Clock;
  /** Whether an upstream is configured; the state of others is deleted. */
  readonly isConfigured: (upstream: string) => boolean;
}

/** Consecutive failures that open the circuit. */
const failureThreshold = 3;

const firstOpenMs = 5_000;
const longestOpenMs = 300_000;
const longestMessage = 500;

/** The errors that count as failures. */
const countedErrors: readonly ErrorCode[] = [
  'upstream-unavailable',
  'upstream-timeout',
  'overloaded',
];

/** What failed in the gateway itself, which says nothing about an upstream. */
const ownReasons: readonly (string | undefined)[] = ['store_unavailable', 'too_many_open_files'];

interface Circuit {
  readonly failures: number;
  /** How often the circuit has opened since the last success. */
  readonly openings: number;
  /** On the monotonic clock, in milliseconds. */
  readonly openUntil: number;
  readonly lastSuccessAt?: number | undefined;
  readonly lastFailure?: UpstreamFailure | undefined;
}

const closed = { failures: 0, openings: 0, openUntil: -Infinity } as const;

function doNothing(): void {
  // Most calls are no probes.
}

/**
 * Creates a breaker that opens a circuit for 5 seconds at the third consecutive failure. After that time the
 * circuit is half-open: one call probes the upstream, a success closes the circuit, and a failure opens it for
 * twice as long, up to 5 minutes. Failures while it is open change nothing: one interruption of the network
 * fails all calls that are running, which says no more about the upstream than the first three of them.
 */
export function createCircuitBreaker({
  clock,
  isConfigured,
}: CircuitBreakerOptions): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  const find = (upstream: string): Circuit => circuits.get(upstream) ?? closed;
  const keep = (upstream: string, circuit: Circuit): void => {
    if (!circuits.has(upstream)) {
      for (const name of circuits.keys()) if (!isConfigured(name)) circuits.delete(name);
    }
    if (isConfigured(upstream)) circuits.set(upstream, circuit);
  };
  /** The upstreams that a call is probing. */
  const probed = new Set<string>();
  const isOpen = (upstream: string): boolean => find(upstream).openUntil > clock.monotonic();
  return {
    isAvailable: (upstream) => !isOpen(upstream) && !probed.has(upstream),
    enter(upstream) {
      const isHalfOpen = find(upstream).failures >= failureThreshold && !isOpen(upstream);
      if (!isHalfOpen || probed.has(upstream)) return doNothing;
      probed.add(upstream);
      return () => void probed.delete(upstream);
    },
    recordSuccess(upstream) {
      const { lastFailure } = find(upstream);
      keep(upstream, { ...closed, lastSuccessAt: clock.now(), lastFailure });
    },
    recordFailure(upstream, error) {
      if (error.upstreamStatus === undefined && ownReasons.includes(error.reason)) return;
      const isCounted = countedErrors.includes(error.code) && error.fault !== 'model';
      if (!isCounted && error.code !== 'rate-limited' && error.fault !== 'model') return;
      const known = { ...find(upstream), lastFailure: describeFailure(error, clock.now()) };
      const failures = known.failures + (isCounted ? 1 : 0);
      const opens = isCounted && failures >= failureThreshold && !isOpen(upstream);
      const opened = opens ? openAgain(known.openings, clock.monotonic()) : {};
      keep(upstream, { ...known, failures, ...opened });
    },
    read(upstream) {
      const { openUntil, openings, ...known } = omitUndefined(find(upstream));
      if (!isOpen(upstream)) return { state: stateOf(known), ...known };
      const endsAt = clock.now() + Math.ceil(openUntil - clock.monotonic());
      return { state: 'resting', ...known, openUntil: endsAt };
    },
    recover(upstream) {
      if (circuits.has(upstream)) keep(upstream, { ...find(upstream), ...closed });
    },
  };
}

function stateOf({ lastSuccessAt, lastFailure }: Partial<Circuit>): UpstreamState {
  return lastSuccessAt === undefined && lastFailure === undefined ? 'untried' : 'ready';
}

function describeFailure(error: GatewayError, at: number): UpstreamFailure {
  const { code, reason, upstreamStatus: status } = error;
  return omitUndefined({
    at,
    code,
    reason,
    message: describeToOperator(error).slice(0, longestMessage),
    status,
  });
}

/** @param now on the monotonic clock, in milliseconds */
function openAgain(openings: number, now: number): Pick<Circuit, 'openings' | 'openUntil'> {
  const openMs = Math.min(firstOpenMs * 2 ** Math.min(openings, 16), longestOpenMs);
  return { openings: openings + 1, openUntil: now + openMs };
}
