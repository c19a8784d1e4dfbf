/** Pauses of a thread that works for long; used by the thread of the database. */
import type { Pause } from '../hot-statements.ts';

/** After how much work a thread pauses, and for how long, in milliseconds. */
const usual = { workMs: 0.5, pauseMs: 0.05 };

/**
 * Creates a function that pauses the thread when it has worked for half a millisecond. Without pauses, a main thread on
 * the same core waits until the time slice of this thread ends, which may be four milliseconds.
 */
export function createPause({ workMs, pauseMs } = usual): Pause {
  // Nothing notifies it, so that each wait lasts until its time-out.
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let resumedAt = performance.now();
  return () => {
    if (performance.now() - resumedAt < workMs) return;
    Atomics.wait(signal, 0, 0, pauseMs);
    resumedAt = performance.now();
  };
}
