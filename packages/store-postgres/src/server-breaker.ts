/** A circuit breaker for the database server; used by the connection pool. */

/** Tells whether a server may be asked. It is closed at first. */
export interface ServerBreaker {
  /** False while the server does not answer. Begins a probe in the background when one is due. */
  allows(): boolean;
  /** Opens it: the server has not answered in time. */
  open(): void;
}

export interface ServerBreakerOptions {
  /** Asks the server once; rejects when it does not answer. It must end by itself. */
  readonly probe: () => Promise<void>;
  /** Milliseconds between two probes; 1,000 by default. */
  readonly pauseMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Once it is open, callers fail at once instead of each waiting for its own time limit, until a probe has
 * succeeded. No timer runs: a probe begins with a call, because some hosts sleep between two requests.
 */
export function createServerBreaker({
  probe,
  pauseMs = 1_000,
  now = () => performance.now(),
}: ServerBreakerOptions): ServerBreaker {
  let isOpen = false;
  let isProbing = false;
  let askedAt = 0;
  const runProbe = async (): Promise<void> => {
    isProbing = true;
    try {
      await probe();
      isOpen = false;
    } catch {
      askedAt = now();
    }
    isProbing = false;
  };
  return {
    allows() {
      if (isOpen && !isProbing && now() - askedAt >= pauseMs) void runProbe();
      return !isOpen;
    },
    open() {
      isOpen = true;
      askedAt = now();
    },
  };
}
