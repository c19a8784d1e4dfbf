// How fast a streamed answer may be, and how long.
import { setTimeout as wait } from 'node:timers/promises';

const mebibyte = 1024 * 1024;
/** Bytes of a streamed answer at most. */
export const longestStream = 200 * mebibyte;
/** Bytes that go out at any pace, and bytes a second after them. */
const burstBytes = 6 * mebibyte;
const bytesPerSecond = 2 * mebibyte;

/**
 * Slows a stream down as the platform does. It rejects when the stream is too long.
 * @param {number} largest
 * @returns {(bytes: number) => Promise<void>}
 */
export function createPace(largest) {
  let length = 0;
  let full = 0;
  return async (bytes) => {
    length += bytes;
    if (length > largest) throw new RangeError('The answer is too long.');
    if (length <= burstBytes) return;
    full ||= Date.now();
    const due = full + ((length - burstBytes) / bytesPerSecond) * 1_000;
    if (due > Date.now()) await wait(due - Date.now());
  };
}
