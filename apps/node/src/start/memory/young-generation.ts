/** Limits the memory that V8 uses for young objects; used when the gateway starts. */
import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

/**
 * The size, in bytes, at which half of the young generation stops growing. V8 doubles the size, so a half stops at 16
 * MiB; of that, V8 reports somewhat less, because it leaves out page headers. One half is in use at a time. V8 would
 * let the two grow to 128 MiB, which is 26 KiB for each of 5,000 open streams, and collect them more rarely but with
 * longer pauses.
 */
const enoughBytes = 12 * 1024 * 1024;

/** MiB of a half of the young generation of later threads, which V8 does not shrink below this. */
const threadHalf = 4;

/** V8 multiplies the size by this factor when much of the young generation survives; 2 by default. */
type GrowthFactor = 1 | 2;

/**
 * Holds for the calling thread. The growth factor is that of the whole process, so threads that start later get a
 * young generation that does not have to grow.
 *
 * The size is read after each collection, because V8 shrinks the young generation when the process is idle, and it
 * must be able to grow again.
 */
export function limitYoungGeneration(): void {
  v8.setFlagsFromString(`--min-semi-space-size=${String(threadHalf)}`);
  let current: GrowthFactor = 2;
  const observer = new PerformanceObserver(() => {
    const factor = measureHalf() < enoughBytes ? 2 : 1;
    if (factor === current) return;
    current = factor;
    v8.setFlagsFromString(`--semi-space-growth-factor=${String(factor)}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}

/**
 * The bytes of a half of the young generation of this thread, used or not. The size of the space is not used: V8 14
 * counts the used pages of both halves in it.
 */
export function measureHalf(): number {
  const half = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return half === undefined ? 0 : half.space_used_size + half.space_available_size;
}
