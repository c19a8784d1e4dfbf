/** The body of a response, piece by piece, with pauses between the pieces. */
import type { DemoBody } from './types.ts';

/** Waits this number of milliseconds; rejects with the signal's reason when it is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** A body that returns one piece for each read, after a pause. */
export function createBody(
  pieces: readonly string[],
  pause: (() => Promise<void>) | undefined,
  signal: AbortSignal,
): DemoBody {
  const encoder = new TextEncoder();
  let next = 0;
  let canceled = false;
  return {
    async read() {
      signal.throwIfAborted();
      const piece = canceled ? undefined : pieces[next++];
      if (piece === undefined) return undefined;
      await pause?.();
      return encoder.encode(piece);
    },
    cancel() {
      canceled = true;
    },
  };
}
