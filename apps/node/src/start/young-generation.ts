/** Limits the memory that V8 uses for young objects; used when the gateway starts. */
import v8 from 'node:v8';

/**
 * Bytes of the young generation from which on it does not grow. V8 would let it grow to 128 MiB, which is 26 KiB
 * for each of 5,000 open streams, and collect it more rarely but with longer pauses.
 */
const enoughBytes = 16 * 1024 * 1024;

/** How often its size is checked until it has that size, in milliseconds. */
const checkMs = 1_000;

/** The timer does not keep the process running, and ends once the limit is set. */
export function limitYoungGeneration(): void {
  const timer = setInterval(() => {
    if (measureYoungGeneration() < enoughBytes) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, checkMs);
  timer.unref();
}

/** The size of the young generation in bytes, used or not. */
export function measureYoungGeneration(): number {
  const spaces = v8.getHeapSpaceStatistics();
  return spaces.find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
