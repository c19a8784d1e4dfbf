import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLineBatch } from './line-batch.ts';

function collect() {
  const written: string[] = [];
  return { written, batch: createLineBatch((text) => written.push(text)) };
}

describe('the log lines of a busy server', () => {
  it('are written together at the end of the turn', async () => {
    const { written, batch } = collect();
    batch.write('a\n', 'info');
    batch.write('b\n', 'debug');
    expect(written).toEqual([]);
    await setImmediate();
    expect(written).toEqual(['a\nb\n']);
    batch.write('c\n', 'info');
    await setImmediate();
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it.each(['warn', 'error'] as const)('do not wait where one is a %s', async (level) => {
    const { written, batch } = collect();
    batch.write('a\n', 'info');
    batch.write('b\n', level);
    expect(written).toEqual(['a\nb\n']);
    await setImmediate();
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
