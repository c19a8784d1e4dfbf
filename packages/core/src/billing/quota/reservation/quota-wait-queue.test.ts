import { GatewayError } from '@parley/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../../pipeline/request/interruption.ts';
import {
  createQuotaWaitQueue,
  waitUnlessInterrupted,
  type Waiting,
  type QuotaWaitQueue,
} from './quota-wait-queue.ts';
import type { DrawOutcome } from '../slices/slices.ts';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const held: DrawOutcome = { kind: 'held', limit: 'key_quota' };
const hold = {
  extend: () => Promise.resolve(true),
  end: () => ({ id: 'x', isLast: true as const }),
  drop: () => undefined,
  detach: () => undefined,
};
const granted: DrawOutcome = { kind: 'granted', nanoUsd: 1, tokens: 1, standing: {}, hold };
const refused: DrawOutcome = { kind: 'refused', limit: 'key_quota', standing: {} };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface TestWaiter extends Waiting {
  readonly interruption: Interruption;
  /** For each call of the store, whether it was the last try. */
  readonly attempts: boolean[];
}

/** An exchange that gets one outcome after the other, and then the last one repeatedly. */
function ask(outcomes: readonly DrawOutcome[], keyId = 'k', accountId = 'a'): TestWaiter {
  const attempts: boolean[] = [];
  const interruption = new Interruption(new Request('http://parley.test/'), {});
  return {
    keyId,
    accountId,
    interruption,
    attempts,
    ask: async (last) => {
      attempts.push(last);
      return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? held;
    },
  };
}

const waitLimitMs = 1_000;

function openQueue(waitMs = waitLimitMs): QuotaWaitQueue {
  return createQuotaWaitQueue(clock, waitMs);
}

describe('waiting for reservations of other requests', () => {
  it('makes a last attempt when the wait limit is reached, and returns its outcome', async () => {
    const waiter = ask([held, held, held, held, held, held, held, refused]);
    const outcome = openQueue().askInTurn({
      ...waiter,
      ask: (last) => (last ? Promise.resolve(refused) : waiter.ask(last)),
    });
    await vi.advanceTimersByTimeAsync(waitLimitMs - 1);
    const count = waiter.attempts.length;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThan(25);
    await vi.advanceTimersByTimeAsync(2);
    expect(await outcome).toEqual(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('treats `held` after the wait limit as a refusal', async () => {
    const outcome = openQueue().askInTurn(ask([held]));
    await vi.advanceTimersByTimeAsync(waitLimitMs + 1);
    expect(await outcome).toEqual({ ...refused, isHeld: true });
  });

  it('does not wait with a limit of 0', async () => {
    const waiter = ask([refused]);
    expect(await openQueue(0).askInTurn(waiter)).toEqual(refused);
    expect(waiter.attempts).toEqual([true]);
  });

  it('ends at once when the client disconnects, also in the middle of the queue', async () => {
    const lines = openQueue();
    const first = lines.askInTurn(ask([held]));
    await vi.advanceTimersByTimeAsync(0);
    const canceled = ask([held]);
    const leaving = lines.askInTurn(canceled);
    canceled.interruption.interrupt(new GatewayError('canceled', 'The client disconnected.'));
    await expect(leaving).rejects.toMatchObject({ code: 'canceled' });
    expect(canceled.attempts).toEqual([]);
    await vi.advanceTimersByTimeAsync(waitLimitMs + 1);
    await first;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects with the store’s error, and lets the next one try', async () => {
    const lines = openQueue();
    let isDown = false;
    const first = lines.askInTurn({
      ...ask([held]),
      ask: async () => {
        if (isDown) throw new GatewayError('overloaded', 'down');
        return held;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    const second = lines.askInTurn(ask([granted]));
    isDown = true;
    const failing = expect(first).rejects.toMatchObject({ code: 'overloaded' });
    lines.wake('k', 'a');
    await failing;
    expect(await second).toEqual(granted);
  });
});

describe('a queue', () => {
  it.each([
    [0, 50],
    [128, 150],
    [255, 249],
  ])('tries again after a random pause: %d makes it %d ms', async (chance, pauseMs) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(chance);
      return bytes;
    });
    const waiter = ask([held]);
    const outcome = openQueue().askInTurn(waiter);
    await vi.advanceTimersByTimeAsync(0);
    const count = waiter.attempts.length;
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(waiter.attempts).toHaveLength(count);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiter.attempts).toHaveLength(count + 1);
    await vi.advanceTimersByTimeAsync(waitLimitMs);
    await outcome;
  });

  it('tells whether an exchange waits for a key or an account', async () => {
    const queue = openQueue();
    expect(queue.isAwaited('k', 'a')).toBe(false);
    const outcome = queue.askInTurn(ask([held]));
    await vi.advanceTimersByTimeAsync(0);
    const isAwaited = [
      queue.isAwaited('k', 'other'),
      queue.isAwaited('other', 'a'),
      queue.isAwaited('other', 'other'),
    ];
    expect(isAwaited).toEqual([true, true, false]);
    await vi.advanceTimersByTimeAsync(waitLimitMs + 1);
    await outcome;
    expect(queue.isAwaited('k', 'a')).toBe(false);
  });

  it('is served in the order of arrival: only the first one calls the store', async () => {
    const lines = openQueue();
    const order: string[] = [];
    const first = lines.askInTurn(ask([held, held, granted])).then(() => order.push('first'));
    await vi.advanceTimersByTimeAsync(0);
    const late = ask([granted]);
    const second = lines.askInTurn(late).then(() => order.push('second'));
    await vi.advanceTimersByTimeAsync(40);
    expect(late.attempts).toEqual([]);
    await vi.advanceTimersByTimeAsync(waitLimitMs / 2);
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('continues at once when a reservation of its key or account is released', async () => {
    const lines = openQueue();
    const byKey = ask([held, held, granted]);
    const byAccount = ask([held, held, granted], 'other', 'a');
    const otherKey = ask([held, held, granted], 'else', 'b');
    const waiting = [byKey, byAccount].map((waiter) => lines.askInTurn(waiter));
    void lines.askInTurn(otherKey);
    await vi.advanceTimersByTimeAsync(1);
    lines.wake('k', 'a');
    expect(await Promise.all(waiting)).toEqual([granted, granted]);
    expect(otherKey.attempts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(waitLimitMs);
  });

  it('notices a release during a call of the store', async () => {
    const lines = openQueue();
    const waiter = ask([held, held, granted]);
    const outcome = lines.askInTurn({
      ...waiter,
      ask: async (last) => {
        const answer = await waiter.ask(last);
        if (waiter.attempts.length === 2) lines.wake('k', 'a');
        return answer;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(await outcome).toEqual(granted);
  });
});

describe('a wait for a fixed time', () => {
  it('ends early with the error of an interruption', async () => {
    const { interruption } = ask([]);
    const waiting = waitUnlessInterrupted(interruption, waitLimitMs);
    const error = new GatewayError('canceled', 'The client disconnected.');
    interruption.interrupt(error);
    await expect(waiting).rejects.toBe(error);
    expect(vi.getTimerCount()).toBe(0);
  });
});
