/** Measures how loaded a process is: the delay of its event loop and the use of its heap. */
import perfHooks from 'node:perf_hooks';
import v8 from 'node:v8';
import type { LoadMonitor, ProcessLoad } from '@parley/core';

/** Milliseconds between two samples of the delay. */
const resolutionMs = 20;
/** Milliseconds over which a measurement counts: long enough that one slow turn of the loop is no overload. */
const windowMs = 2_000;
const nanosPerMs = 1_000_000;

/** What a load monitor measures, and its clock. */
export interface LoadMonitorOptions {
  /** Whether the runtime has V8's own limit of its heap; false by default. */
  readonly measuresHeap?: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Measures at most every two seconds, and only when it is asked. */
export function createLoadMonitor({
  measuresHeap = false,
  now = () => performance.now(),
}: LoadMonitorOptions = {}): LoadMonitor {
  const delays = perfHooks.monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let measuredAt = now();
  let load: ProcessLoad = {};
  return {
    measure() {
      if (now() - measuredAt < windowMs) return load;
      measuredAt = now();
      // The median: after one long turn it is as low as before, and it rises when most turns are long.
      const delayMs = Math.max(0, delays.percentile(50) / nanosPerMs - resolutionMs);
      delays.reset();
      load = { delayMs, ...(measuresHeap && { heapShare: measureHeap() }) };
      return load;
    },
  };
}

function measureHeap(): number {
  const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
  return used / limit;
}
