/** Retries while another connection locks the database; used by the connection and when a file is opened. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readCode } from '../failure.ts';

const longestPauseMs = 20;
/** The result code of a busy database (sqlite.org/rescode.html). */
const busyCode = 5;

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
      if (readCode(error) !== busyCode || performance.now() >= deadline) throw error;
    }
    await sleep(pause);
  }
}

/** Runs a step that writes, as `waitWhileBusy` does. */
export type RunWrite = <Result>(step: () => Result) => Promise<Result>;

/**
 * Writes wait for a locked file until one of them has waited in vain. From then on each tries once and fails
 * at once, until one succeeds: whoever locks the file for so long, such as a backup, may do so for minutes.
 */
export function createWritePatience(timeoutMs: number): RunWrite {
  let isExhausted = false;
  return async (step) => {
    try {
      const result = await waitWhileBusy(isExhausted ? 0 : timeoutMs, step);
      isExhausted = false;
      return result;
    } catch (error) {
      isExhausted ||= readCode(error) === busyCode;
      throw error;
    }
  };
}
