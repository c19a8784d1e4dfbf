import type { Clock } from '../ports.ts';

/** Remembers which upstreams fail, by their configured names. In memory, without timers. */
export interface HealthBoard {
  /** False while an upstream sits on the bench. */
  isHealthy(upstream: string): boolean;
  /** An answer came: everything is forgiven. */
  recordSuccess(upstream: string): void;
  /** One more failure in a row. */
  recordFailure(upstream: string): void;
}

/** After so many failures in a row an upstream is benched. */
const patience = 3;

const firstBenchMs = 5_000;
const longestBenchMs = 300_000;

interface Record {
  readonly failures: number;
  /** On the monotonic clock, in milliseconds. */
  readonly benchedUntil: number;
}

/**
 * Benches an upstream for 5 seconds at its third failure in a row, and twice as long for each one
 * after that, up to 5 minutes. When the time is up it is tried again, and one success clears it.
 */
export function createHealthBoard(clock: Pick<Clock, 'monotonic'>): HealthBoard {
  const records = new Map<string, Record>();
  return {
    isHealthy: (upstream) =>
      (records.get(upstream)?.benchedUntil ?? -Infinity) <= clock.monotonic(),
    recordSuccess(upstream) {
      records.delete(upstream);
    },
    recordFailure(upstream) {
      const failures = (records.get(upstream)?.failures ?? 0) + 1;
      const benchedUntil = failures < patience ? -Infinity : clock.monotonic() + benchMs(failures);
      records.set(upstream, { failures, benchedUntil });
    },
  };
}

function benchMs(failures: number): number {
  return Math.min(firstBenchMs * 2 ** Math.min(failures - patience, 16), longestBenchMs);
}
