/** Ends the wait for an answer that may never come; used by the connection pool. */

/**
 * Resolves or rejects as the answer does, and rejects when it takes longer than the limit.
 * @param onExpiry called when it does, before the rejection
 */
export async function withTimeLimit<Value>(
  answer: Promise<Value>,
  limitMs: number,
  onExpiry: () => void,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onExpiry();
      reject(new Error(`There was no answer within ${String(limitMs / 1_000)} s.`));
    }, limitMs);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
