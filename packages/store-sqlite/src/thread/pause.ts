/** Pauses of a thread that works for long; used by the thread of the database. */
import type { Pause } from '../hot-statements.ts';

/** After how much work a thread pauses, and for how long, in milliseconds. */
const usual = { workMs: 0.5, pauseMs: 0.05 };

/**
 * Creates a function that pauses the thread when it has worked for half a millisecond. Where the thread that relays
 * runs on the same core, the system would let it wait for a whole time slice, of up to four milliseconds.
 */
export function createPause({ workMs, pauseMs } = usual): Pause {
  // Nobody wakes those who wait for it.
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let resumedAt = performance.now();
  return () => {
    if (performance.now() - resumedAt < workMs) return;
    Atomics.wait(signal, 0, 0, pauseMs);
    resumedAt = performance.now();
  };
}
