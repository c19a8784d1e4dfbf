import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createHealthBoard } from './health.ts';

const broken = new GatewayError('upstream-unavailable', 'It is broken.', {
  reason: 'upstream_unreachable',
  upstreamStatus: 503,
});

function arrange() {
  let time = 0;
  const configured = new Set(['a', 'b']);
  const board = createHealthBoard({
    clock: { now: () => 1_000_000 + time, monotonic: () => time },
    isConfigured: (name) => configured.has(name),
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const fail = (times: number, error = broken) => {
    for (let count = 0; count < times; count++) board.recordFailure('a', error);
  };
  return { board, pass, fail, configured };
}

describe('createHealthBoard', () => {
  it('lets an upstream rest at its third failure in a row, and no other', () => {
    const { board, fail } = arrange();
    fail(2);
    expect(board.isHealthy('a')).toBe(true);
    fail(1);
    expect(board.isHealthy('a')).toBe(false);
    expect(board.isHealthy('b')).toBe(true);
  });

  it('tries again when the time is up, and lets it rest longer at once if that fails', () => {
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

  it('never lets it rest longer than five minutes', () => {
    const { board, pass, fail } = arrange();
    fail(5_000);
    pass(299_999);
    expect(board.isHealthy('a')).toBe(false);
    pass(1);
    expect(board.isHealthy('a')).toBe(true);
  });

  it('forgets the failures in a row at one success', () => {
    const { board, fail } = arrange();
    fail(10);
    board.recordSuccess('a');
    expect(board.isHealthy('a')).toBe(true);
    fail(2);
    expect(board.isHealthy('a')).toBe(true);
  });

  it('does not blame an upstream for what callers did wrong, nor for its rate limits', () => {
    const { board, fail } = arrange();
    fail(9, new GatewayError('upstream-rejected', 'No such field.', { upstreamStatus: 400 }));
    expect(board.read('a')).toEqual({ state: 'untried', failures: 0 });
    fail(9, new GatewayError('rate-limited', 'Slower.', { upstreamStatus: 429 }));
    expect(board.read('a')).toMatchObject({
      state: 'ready',
      failures: 0,
      lastFailure: { code: 'rate-limited', status: 429 },
    });
  });

  it('tells what happened last, and until when an upstream rests', () => {
    const { board, pass, fail } = arrange();
    expect(board.read('a')).toEqual({ state: 'untried', failures: 0 });
    board.recordSuccess('a');
    expect(board.read('a')).toEqual({ state: 'ready', failures: 0, lastSuccessAt: 1_000_000 });
    pass(10);
    fail(3);
    pass(1_000);
    expect(board.read('a')).toEqual({
      state: 'resting',
      failures: 3,
      restingUntil: 1_005_010,
      lastSuccessAt: 1_000_000,
      lastFailure: {
        at: 1_000_010,
        code: 'upstream-unavailable',
        reason: 'upstream_unreachable',
        message: 'It is broken.',
        status: 503,
      },
    });
  });

  it('keeps no more of a message than 500 characters', () => {
    const { board, fail } = arrange();
    fail(1, new GatewayError('overloaded', 'x'.repeat(10_000)));
    expect(board.read('a').lastFailure?.message).toHaveLength(500);
  });

  it('ends a rest when told, and still knows why it began', () => {
    const { board, fail } = arrange();
    fail(5);
    board.recover('a');
    board.recover('b');
    expect(board.read('a')).toMatchObject({ state: 'ready', failures: 0 });
    expect(board.read('a').lastFailure?.code).toBe('upstream-unavailable');
    expect(board.read('b').state).toBe('untried');
    fail(2);
    expect(board.isHealthy('a')).toBe(true);
  });

  it('remembers nothing of upstreams that are not configured any more', () => {
    const { board, fail, configured } = arrange();
    fail(3);
    configured.delete('a');
    board.recordSuccess('b');
    expect(board.read('a').state).toBe('untried');
    fail(3);
    expect(board.read('a').state).toBe('untried');
  });
});
