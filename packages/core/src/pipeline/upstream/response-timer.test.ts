import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseTimer, type TimeLimits } from './response-timer.ts';

const clock = { now: () => Date.now(), monotonic: () => Date.now() };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const patience = { idleMs: 60, totalMs: 200, keepAliveMs: 25 };

function arrange(limits: Omit<TimeLimits, 'startedTick'> = patience) {
  const seen: string[] = [];
  const startedTick = clock.monotonic();
  const watch = new ResponseTimer(
    clock,
    { ...limits, startedTick },
    {
      keepAlive: () => seen.push('keep-alive'),
      expire: (error) => seen.push(error.reason ?? ''),
    },
  );
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
      watch.onRead();
      watch.onWrite();
      vi.advanceTimersByTime(10);
    }
    expect(seen).toEqual(['total_timeout']);
  });

  it('looks when a limit is due, and not before', () => {
    const { seen, watch } = arrange({ idleMs: 60, totalMs: 1_000 });
    vi.advanceTimersByTime(59);
    expect(seen).toEqual([]);
    watch.onRead();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(58);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['idle_timeout']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not count the time before the headers as silence', () => {
    const { seen, watch } = arrange({ idleMs: 60, totalMs: 1_000, awaitsHead: true });
    vi.advanceTimersByTime(500);
    watch.onHead();
    vi.advanceTimersByTime(59);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['idle_timeout']);
  });

  it('does not count a pause as silence, but within the total time limit', () => {
    const { seen, watch } = arrange({ idleMs: 60, totalMs: 1_000 });
    vi.advanceTimersByTime(50);
    watch.pause();
    vi.advanceTimersByTime(500);
    watch.resume();
    vi.advanceTimersByTime(59);
    expect(seen).toEqual([]);
    watch.onRead();
    watch.pause();
    vi.advanceTimersByTime(390);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['total_timeout']);
  });

  it('does not count the time in which the process was suspended as silence', () => {
    const { seen } = arrange({ idleMs: 60, totalMs: 100_000 });
    vi.advanceTimersByTime(50);
    vi.setSystemTime(Date.now() + 50_000);
    vi.advanceTimersByTime(10);
    vi.advanceTimersByTime(59);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['idle_timeout']);
  });

  it('ends a call that takes too long, also while the process was suspended', () => {
    const { seen } = arrange({ idleMs: 60, totalMs: 1_000 });
    vi.setSystemTime(Date.now() + 50_000);
    vi.advanceTimersByTime(60);
    expect(seen).toEqual(['total_timeout']);
  });

  it('says what took too long', () => {
    const errors: string[] = [];
    const expire = (error: Error) => errors.push(error.message);
    const limits = { idleMs: 60, totalMs: 40, startedTick: clock.monotonic() };
    const watch = new ResponseTimer(clock, limits, { expire });
    vi.advanceTimersByTime(40);
    watch.stop();
    const next = new ResponseTimer(clock, { ...limits, totalMs: 1_000 }, { expire });
    vi.advanceTimersByTime(60);
    next.stop();
    expect(errors).toEqual([
      'The answer timed out: it took longer than it may.',
      'The upstream timed out: it sent nothing more.',
    ]);
  });

  it('does nothing once stopped', () => {
    const { seen, watch } = arrange();
    watch.stop();
    vi.advanceTimersByTime(1_000);
    expect(seen).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
