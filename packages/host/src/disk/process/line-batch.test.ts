import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineBatch } from './line-batch.ts';

function collect() {
  const written: string[] = [];
  return { written, batch: createLineBatch((text) => written.push(text)) };
}

describe('the log lines of a busy server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written together after a hundredth of a second', () => {
    const { written, batch } = collect();
    batch.write('a\n', 'info');
    batch.write('b\n', 'debug');
    vi.advanceTimersByTime(9);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['a\nb\n']);
    batch.write('c\n', 'info');
    vi.advanceTimersByTime(10);
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it.each(['warn', 'error'] as const)('do not wait where one is a %s', (level) => {
    const { written, batch } = collect();
    batch.write('a\n', 'info');
    batch.write('b\n', level);
    expect(written).toEqual(['a\nb\n']);
    vi.advanceTimersByTime(10);
    expect(written).toHaveLength(1);
  });

  it('are written before the process ends', () => {
    const { written, batch } = collect();
    batch.write('a\n', 'info');
    batch.flush();
    expect(written).toEqual(['a\n']);
  });

  it('never wait beyond a limit', () => {
    const { written, batch } = collect();
    for (let count = 0; count < 200; count += 1) batch.write(`${'x'.repeat(1_000)}\n`, 'info');
    expect(written.length).toBeGreaterThan(1);
  });
});
