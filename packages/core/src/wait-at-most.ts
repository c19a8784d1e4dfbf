/** Waits for a promise for a limited time; for what may never come. */

/**
 * Resolves or rejects as the work does, or resolves with `late` when that takes longer. The work itself goes on.
 * @param limitMs milliseconds, at least 0
 */
export async function waitAtMost<Value, Late>(
  limitMs: number,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, limitMs, late);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
