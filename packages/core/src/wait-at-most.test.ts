import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitAtMost } from './wait-at-most.ts';

describe('waiting for a limited time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives what the work gives in time, and leaves no timer behind', async () => {
    await expect(waitAtMost(50, Promise.resolve('done'), 'late')).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects as the work does, and leaves no timer behind', async () => {
    const failure = new Error('It failed.');
    await expect(waitAtMost(50, Promise.reject(failure), 'late')).rejects.toBe(failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up when the time is over', async () => {
    const never = new Promise<string>(() => undefined);
    const waiting = waitAtMost(50, never, 'late');
    await vi.advanceTimersByTimeAsync(50);
    await expect(waiting).resolves.toBe('late');
  });
});
