import { StoreUnavailableError } from '@parley/core/store';

export interface Gate {
  /** Runs an operation while the gate is open. @throws StoreUnavailableError once it is closed. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Shuts, waits for what is running, then runs `finish`; the second call gives the first's end. */
  close(finish: () => void | Promise<void>): Promise<void>;
}

/** Lets operations through until it is closed, and knows which of them are still running. */
export function createGate(): Gate {
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StoreUnavailableError('The store is closed.');
    const result = operation();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  async function shut(finish: () => void | Promise<void>): Promise<void> {
    await Promise.allSettled(running);
    await finish();
  }

  return { run, close: (finish) => (closed ??= shut(finish)) };
}
