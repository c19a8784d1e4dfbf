import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseTimer } from './response-timer.ts';

const clock = { now: () => Date.now(), monotonic: () => Date.now() };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function arrange() {
  const seen: string[] = [];
  const patience = { idleMs: 60, totalMs: 200, keepAliveMs: 25, startedTick: clock.monotonic() };
  const watch = new ResponseTimer(clock, patience, {
    keepAlive: () => seen.push('keep-alive'),
    expire: (error) => seen.push(error.reason ?? ''),
  });
  return { seen, watch };
}

describe('ResponseTimer', () => {
  it('sends keep-alives, then fails when the upstream is idle for too long', () => {
    const { seen } = arrange();
    vi.advanceTimersByTime(1_000);
    expect(seen).toEqual(['keep-alive', 'keep-alive', 'idle_timeout']);
  });

  it('does not fail while text arrives, until the total time limit', () => {
    const { seen, watch } = arrange();
    for (let tick = 0; tick < 300; tick += 10) {
      watch.noteRead();
      watch.noteWrite();
      vi.advanceTimersByTime(10);
    }
    expect(seen).toEqual(['total_timeout']);
  });

  it('does nothing once stopped', () => {
    const { seen, watch } = arrange();
    watch.stop();
    vi.advanceTimersByTime(1_000);
    expect(seen).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
