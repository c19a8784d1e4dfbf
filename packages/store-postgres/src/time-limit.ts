/** Ends the wait for an answer that may never come; used by the connection pool. */

/** Milliseconds by which a timer is late only when the process slept, as cloud functions do, or was stuck. */
const sleptMs = 1_000;

/**
 * Resolves or rejects as the answer does, and rejects when it takes longer than the limit. Time in which the
 * process slept does not count, because the answer may have arrived and be unread.
 * @param onExpiry called when it does, before the rejection
 */
export async function withTimeLimit<Value>(
  answer: Promise<Value>,
  limitMs: number,
  onExpiry: () => void,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    const start = (): void => {
      const dueAt = performance.now() + limitMs;
      timer = setTimeout(() => {
        if (performance.now() - dueAt > sleptMs) {
          start();
          return;
        }
        onExpiry();
        reject(new Error(`There was no answer within ${String(limitMs / 1_000)} s.`));
      }, limitMs);
    };
    start();
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
