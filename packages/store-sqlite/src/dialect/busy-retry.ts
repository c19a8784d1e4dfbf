/** Retries while another connection locks the database; used by the connection and when a file is opened. */
import { setTimeout as sleep } from 'node:timers/promises';

const longestPauseMs = 20;

/**
 * Runs a step and, while another connection locks the file, repeats it until the time is up. SQLite's own
 * busy timeout would block the whole process while it waits, including every response that is being streamed.
 * A step that failed on a locked file has changed nothing, so repeating it is safe.
 */
export async function waitWhileBusy<Result>(
  timeoutMs: number,
  step: () => Result,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await sleep(pause);
  }
}

/**
 * The primary result code of a busy database is 5, and an extended code contains it in its lowest byte
 * (sqlite.org/rescode.html).
 */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}
