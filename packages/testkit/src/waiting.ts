/** Waits for conditions in tests, instead of a fixed time. */

/** A condition that a test waited for did not hold in time. */
export class WaitTimeoutError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`Waited ${milliseconds} ms for ${what}.`);
    this.name = 'WaitTimeoutError';
  }
}

/** Lets tests wait for conditions. */
export interface Waiting {
  /**
   * Resolves with the result of `read` as soon as it is not `undefined`; `read` may throw to stop waiting.
   * @throws WaitTimeoutError
   */
  until<T>(what: string, read: () => T | undefined): Promise<T>;
  /** Resolves as soon as a condition holds. @throws WaitTimeoutError */
  untilTrue(what: string, condition: () => boolean): Promise<void>;
  /** Reports a change: every waiting `read` runs again. */
  notify(): void;
  /** Rejects everything that still waits. */
  close(): void;
}

interface Waiter {
  look(): void;
  fail(error: Error): void;
}

/** @param milliseconds maximum duration of a wait */
export function createWaiting(milliseconds: number): Waiting {
  const waiters = new Set<Waiter>();

  function wait<T>(what: string, read: () => T | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
      };
      const fail = (error: unknown) => {
        leave();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const look = () => {
        const found = read();
        if (found === undefined) return;
        leave();
        resolve(found);
      };
      const waiter: Waiter = { look: () => attempt(look, fail), fail };
      const timer = setTimeout(() => fail(new WaitTimeoutError(what, milliseconds)), milliseconds);
      timer.unref();
      waiters.add(waiter);
      waiter.look();
    });
  }

  return {
    until: wait,
    async untilTrue(what, condition) {
      await wait(what, () => condition() || undefined);
    },
    notify() {
      for (const waiter of [...waiters]) waiter.look();
    },
    close() {
      for (const waiter of [...waiters]) waiter.fail(new Error('The upstream was closed.'));
    },
  };
}

function attempt(act: () => void, onError: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    onError(error);
  }
}

/**
 * Rejects when a promise takes too long; the work behind the promise continues.
 * @throws WaitTimeoutError
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  limit: { readonly milliseconds: number; readonly what: string },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WaitTimeoutError(limit.what, limit.milliseconds)),
      limit.milliseconds,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
