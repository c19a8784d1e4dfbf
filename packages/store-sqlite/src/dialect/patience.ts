import { setTimeout as sleep } from 'node:timers/promises';

const longestPauseMs = 20;

/**
 * Runs a step and, while another connection holds the file, runs it again until the time is up.
 * SQLite's own busy timeout would stop the whole process while it waits, and with it every answer
 * that is being streamed. A step that met a busy file has changed nothing, so repeating it is safe.
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
 * The primary result code of a busy database is 5, and an extended code holds it in its lowest
 * byte (sqlite.org/rescode.html).
 */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}
