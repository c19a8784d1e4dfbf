import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeLimit } from './time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silence = new Promise<never>(() => undefined);

describe('an answer with a time limit', () => {
  it('is not waited for beyond the limit', async () => {
    const onExpiry = vi.fn<() => void>();
    const waiting = expect(withTimeLimit(silence, 5_000, onExpiry)).rejects.toThrow('within 5 s');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(onExpiry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(onExpiry).toHaveBeenCalledOnce();
  });

  it('has as much time again after the process slept', async () => {
    const onExpiry = vi.fn<() => void>();
    const late = new Promise<string>((resolve) => setTimeout(resolve, 5_001, 'late'));
    const waiting = withTimeLimit(late, 5_000, onExpiry);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    await vi.advanceTimersByTimeAsync(5_001);
    expect(await waiting).toBe('late');
    expect(onExpiry).not.toHaveBeenCalled();
  });

  it('leaves no timer behind when it is there, or fails', async () => {
    const ignore = (): void => undefined;
    expect(await withTimeLimit(Promise.resolve(1), 5_000, ignore)).toBe(1);
    const failed = withTimeLimit(Promise.reject(new Error('broken')), 5_000, ignore);
    await expect(failed).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });
});
