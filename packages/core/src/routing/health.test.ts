import { describe, expect, it } from 'vitest';
import { createHealthBoard } from './health.ts';

function arrange() {
  let time = 0;
  const board = createHealthBoard({ monotonic: () => time });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) board.recordFailure('a');
  };
  return { board, pass, fail };
}

describe('createHealthBoard', () => {
  it('benches at the third failure in a row, and no other upstream', () => {
    const { board, fail } = arrange();
    fail(2);
    expect(board.isHealthy('a')).toBe(true);
    fail(1);
    expect(board.isHealthy('a')).toBe(false);
    expect(board.isHealthy('b')).toBe(true);
  });

  it('tries again when the time is up, and benches longer at once if that fails', () => {
    const { board, pass, fail } = arrange();
    fail(3);
    pass(5_000);
    expect(board.isHealthy('a')).toBe(true);
    fail(1);
    pass(9_999);
    expect(board.isHealthy('a')).toBe(false);
    pass(1);
    expect(board.isHealthy('a')).toBe(true);
  });

  it('never benches longer than five minutes', () => {
    const { board, pass, fail } = arrange();
    fail(5_000);
    pass(299_999);
    expect(board.isHealthy('a')).toBe(false);
    pass(1);
    expect(board.isHealthy('a')).toBe(true);
  });

  it('forgives everything at one success', () => {
    const { board, fail } = arrange();
    fail(10);
    board.recordSuccess('a');
    expect(board.isHealthy('a')).toBe(true);
    fail(2);
    expect(board.isHealthy('a')).toBe(true);
  });
});
