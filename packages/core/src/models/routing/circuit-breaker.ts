import type { ErrorCode, GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';

/** `untried` until the first call ends; `resting` while an upstream is called only as a last resort. */
export const upstreamStates = ['ready', 'resting', 'untried'] as const;
export type UpstreamState = (typeof upstreamStates)[number];

/** What went wrong with an upstream. It holds none of its secrets. */
export interface UpstreamFailure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: ErrorCode;
  readonly reason?: string;
  /** At most 500 characters. */
  readonly message: string;
  /** HTTP status of the upstream, where it gave one. */
  readonly status?: number;
}

/** How an upstream has been doing, as far as this process knows. Times are milliseconds since 1970. */
export interface UpstreamHealth {
  readonly state: UpstreamState;
  /** Failures in a row. */
  readonly failures: number;
  readonly restingUntil?: number;
  readonly lastSuccessAt?: number;
  readonly lastFailure?: UpstreamFailure;
}

/** Remembers how upstreams do, by their configured names. In memory, without timers. */
export interface HealthBoard {
  /** False while an upstream rests. */
  isHealthy(upstream: string): boolean;
  /** An answer came: the failures before it count no more. */
  recordSuccess(upstream: string): void;
  /**
   * An attempt failed. Errors that say nothing about the upstream are not kept.
   * @param error redacted, as `UpstreamReader` gives it
   */
  recordFailure(upstream: string, error: GatewayError): void;
  read(upstream: string): UpstreamHealth;
  /** Ends the rest of an upstream and forgets its failures in a row. */
  recover(upstream: string): void;
}

export interface HealthOptions {
  readonly clock: Clock;
  /** Whether an upstream is configured: the others are forgotten. */
  readonly isConfigured: (upstream: string) => boolean;
}

/** After so many failures in a row an upstream rests. */
const patience = 3;

const firstRestMs = 5_000;
const longestRestMs = 300_000;
const longestMessage = 500;

/** What puts an upstream to rest. */
const grave: readonly ErrorCode[] = ['upstream-unavailable', 'upstream-timeout', 'overloaded'];

interface Memory {
  readonly failures: number;
  /** On the monotonic clock, in milliseconds. */
  readonly restingUntil: number;
  readonly lastSuccessAt?: number;
  readonly lastFailure?: UpstreamFailure;
}

const blank: Memory = { failures: 0, restingUntil: -Infinity };

/**
 * Lets an upstream rest for 5 seconds at its third failure in a row, and twice as long for each one
 * after that, up to 5 minutes. When the time is up it is tried again, and one success clears it.
 */
export function createHealthBoard({ clock, isConfigured }: HealthOptions): HealthBoard {
  const memories = new Map<string, Memory>();
  const find = (upstream: string): Memory => memories.get(upstream) ?? blank;
  const keep = (upstream: string, memory: Memory): void => {
    if (!memories.has(upstream)) {
      for (const name of memories.keys()) if (!isConfigured(name)) memories.delete(name);
    }
    if (isConfigured(upstream)) memories.set(upstream, memory);
  };
  const isHealthy = (upstream: string): boolean => find(upstream).restingUntil <= clock.monotonic();
  return {
    isHealthy,
    recordSuccess(upstream) {
      keep(upstream, { ...find(upstream), ...blank, lastSuccessAt: clock.now() });
    },
    recordFailure(upstream, error) {
      if (error.code !== 'rate-limited' && !grave.includes(error.code)) return;
      const known = find(upstream);
      const failures = known.failures + (grave.includes(error.code) ? 1 : 0);
      const isNew = failures > known.failures && failures >= patience;
      const restingUntil = isNew ? clock.monotonic() + restMs(failures) : known.restingUntil;
      const lastFailure = describeFailure(error, clock.now());
      keep(upstream, { ...known, failures, restingUntil, lastFailure });
    },
    read(upstream) {
      const { restingUntil, ...known } = find(upstream);
      if (isHealthy(upstream)) return { state: stateOf(known), ...known };
      const endsAt = clock.now() + Math.ceil(restingUntil - clock.monotonic());
      return { state: 'resting', ...known, restingUntil: endsAt };
    },
    recover(upstream) {
      if (memories.has(upstream)) keep(upstream, { ...find(upstream), ...blank });
    },
  };
}

function stateOf({ lastSuccessAt, lastFailure }: Partial<Memory>): UpstreamState {
  return lastSuccessAt === undefined && lastFailure === undefined ? 'untried' : 'ready';
}

function describeFailure(error: GatewayError, at: number): UpstreamFailure {
  const { code, reason, message, upstreamStatus: status } = error;
  return {
    at,
    code,
    ...(reason !== undefined && { reason }),
    message: message.slice(0, longestMessage),
    ...(status !== undefined && { status }),
  };
}

function restMs(failures: number): number {
  return Math.min(firstRestMs * 2 ** Math.min(failures - patience, 16), longestRestMs);
}
