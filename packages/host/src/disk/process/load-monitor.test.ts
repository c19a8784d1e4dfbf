import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoadMonitor } from './load-monitor.ts';

/** Keeps the event loop busy. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** A monitor whose window has passed when it is asked. */
function monitor(measuresHeap = false) {
  let time = 0;
  const { measure } = createLoadMonitor({ measuresHeap, now: () => time });
  return () => {
    time += 2_000;
    return measure();
  };
}

describe('the load of a process', () => {
  it('includes the delay of an event loop whose turns are all long', async () => {
    const measure = monitor();
    for (let turn = 0; turn < 4; turn += 1) {
      block(120);
      await wait(1);
    }
    expect(measure().delayMs).toBeGreaterThan(50);
  });

  it('is measured anew in each window', async () => {
    const measure = monitor();
    for (let turn = 0; turn < 4; turn += 1) {
      block(120);
      await wait(1);
    }
    const busy = measure().delayMs ?? 0;
    await wait(300);
    expect(measure().delayMs).toBeLessThan(busy);
  });

  it('includes the share of the heap that is used, where the runtime knows its limit', () => {
    expect(monitor()()).not.toHaveProperty('heapShare');
    const { heapShare } = monitor(true)();
    expect(heapShare).toBeGreaterThan(0);
    expect(heapShare).toBeLessThan(1);
  });
});
