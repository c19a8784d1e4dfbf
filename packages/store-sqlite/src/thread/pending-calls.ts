/** Calls that wait for their answers; used by `worker-channel.ts`. */
import { decodeError, type Answer } from './messages.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface PendingCalls {
  has(id: number): boolean;
  /** Waits for the answer with this id. @throws the error of the answer */
  wait(id: number): Promise<unknown>;
  /** Passes an answer on; one that nobody waits for changes nothing. */
  settle(answer: Answer): void;
  fail(id: number, error: unknown): void;
  failAll(error: unknown): void;
}

/** @param onChange called when the first call begins to wait, and when none waits any more */
export function createPendingCalls(onChange: (waits: boolean) => void): PendingCalls {
  const pending = new Map<number, Pending>();

  function take(id: number): Pending | undefined {
    const call = pending.get(id);
    if (pending.delete(id) && pending.size === 0) onChange(false);
    return call;
  }

  return {
    has: (id) => pending.has(id),
    wait(id) {
      if (pending.size === 0) onChange(true);
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    settle(answer) {
      const call = take(answer.id);
      if ('error' in answer) call?.reject(decodeError(answer.error));
      else call?.resolve(answer.value);
    },
    fail: (id, error) => {
      take(id)?.reject(error);
    },
    failAll: (error) => {
      for (const id of [...pending.keys()]) take(id)?.reject(error);
    },
  };
}
