/** Closes a store in order: rejects new calls and waits for those that are running. */
import { StoreUnavailableError } from '@parley/core/store';

export interface Gate {
  /** Runs an operation while the gate is open. @throws StoreUnavailableError once it is closed */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Closes the gate, waits for running operations, then runs `finish`; a second call waits for the first. */
  close(finish: () => void | Promise<void>): Promise<void>;
}

/** Runs operations until it is closed, and tracks which are still running. */
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

type Methods = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>;

/** Wraps every method of a store with its gate. */
export function guard<Guarded extends object>(gate: Gate, methods: Guarded): Guarded {
  const guarded = Object.entries(methods as Methods).map(([name, method]) => [
    name,
    (...parameters: never[]) => gate.run(() => method(...parameters)),
  ]);
  return Object.fromEntries(guarded) as Guarded;
}
