/** Gives memory back to the system while there is nothing to do; used once the gateway listens. */
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';
import { measureHalf } from './young-generation.ts';

/** Milliseconds between two checks while the process is young, because much of what a start has made is garbage. */
const startCheckMs = 1_000;
/** Checks while the process is young. */
const startChecks = 5;
/**
 * Milliseconds between two later checks. The collection drops optimized code (see `compiled-code.ts`), which is only
 * worth it when no requests are expected.
 */
const checkMs = 300_000;
/** The share of these milliseconds in which an idle gateway works at most. */
const idleShare = 0.02;
/** A collection is worthwhile from this size of half a young generation on, in bytes; a few requests do not reach it. */
const worthwhileBytes = 4 * 1024 * 1024;
/** A heap with more bytes is not collected here: a request meanwhile would wait for more than 100 ms. */
const largestHeap = 128 * 1024 * 1024;

/**
 * Collects all garbage when the gateway has started, and when it has been idle for minutes: V8 collects when it needs
 * space, and an idle gateway needs none. It does not keep the process running.
 */
export function releaseMemoryWhenIdle({ startMs = startCheckMs, intervalMs = checkMs } = {}): void {
  let last = performance.eventLoopUtilization();
  const check = (startChecksLeft: number): void => {
    const { utilization } = performance.eventLoopUtilization(last);
    const collects = utilization < idleShare && isWorthwhile();
    if (collects) collect();
    last = performance.eventLoopUtilization();
    scheduleCheck(collects ? 0 : startChecksLeft - 1);
  };
  const scheduleCheck = (startChecksLeft: number): void => {
    const pause = startChecksLeft > 0 ? startMs : intervalMs;
    setTimeout(check, pause, startChecksLeft).unref();
  };
  scheduleCheck(startChecks);
}

function isWorthwhile(): boolean {
  const { used_heap_size: used } = v8.getHeapStatistics();
  return measureHalf() >= worthwhileBytes && used <= largestHeap;
}

/**
 * Only this kind of collection shrinks the young generation, and only a new context has the function. V8 would refuse
 * compiled code while the flag is set.
 */
function collect(): void {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
  v8.setFlagsFromString('--no-expose-gc');
}
