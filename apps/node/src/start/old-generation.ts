/** Limits the garbage that V8 keeps among old objects; used when the gateway starts. */
import v8 from 'node:v8';

/**
 * Percent by which old objects may grow until they are collected. V8 lets them grow up to fourfold, and further before
 * their first collection, as if the machine had nothing else to hold.
 */
const growthPercent = 100;

/** Holds for all threads of the process. */
export function limitOldGeneration(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${String(growthPercent)}`);
}
