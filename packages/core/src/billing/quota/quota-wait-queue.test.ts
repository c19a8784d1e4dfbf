import { GatewayError } from '@parley/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchInterruption, type Interruption } from '../../pipeline/interruption.ts';
import type { ReserveOutcome } from '../../store/index.ts';
import { createQuotaWaitQueue, type Waiting, type QuotaWaitQueue } from './quota-wait-queue.ts';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const held: ReserveOutcome = { kind: 'held', limit: 'key_quota' };
const granted: ReserveOutcome = { kind: 'granted', nanoUsd: 1, tokens: 1, standing: {} };
const refused: ReserveOutcome = { kind: 'refused', limit: 'key_quota', standing: {} };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Asker extends Waiting {
  readonly interruption: Interruption;
  /** For each call of the store, whether it was the last try. */
  readonly questions: boolean[];
}

/** An exchange that gets one outcome after the other, and then the last one repeatedly. */
function ask(outcomes: readonly ReserveOutcome[], keyId = 'k', accountId = 'a'): Asker {
  const questions: boolean[] = [];
  const interruption = watchInterruption(new Request('http://parley.test/'), {});
  return {
    keyId,
    accountId,
    interruption,
    questions,
    ask: async (last) => {
      questions.push(last);
      return outcomes[Math.min(questions.length, outcomes.length) - 1] ?? held;
    },
  };
}

const patience = 1_000;

function openQueue(waitMs = patience): QuotaWaitQueue {
  return createQuotaWaitQueue(clock, waitMs);
}

describe('waiting for what others hold', () => {
  it('asks for the last time when its patience ends, and takes the answer', async () => {
    const asker = ask([held, held, held, held, held, held, held, refused]);
    const outcome = openQueue().apply({
      ...asker,
      ask: (last) => (last ? Promise.resolve(refused) : asker.ask(last)),
    });
    await vi.advanceTimersByTimeAsync(patience - 1);
    const count = asker.questions.length;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThan(25);
    await vi.advanceTimersByTimeAsync(2);
    expect(await outcome).toEqual(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes a store that still says held for a refusal', async () => {
    const outcome = openQueue().apply(ask([held]));
    await vi.advanceTimersByTimeAsync(patience + 1);
    expect(await outcome).toEqual({ ...refused, isHeld: true });
  });

  it('does not wait at all without patience', async () => {
    const asker = ask([refused]);
    expect(await openQueue(0).apply(asker)).toEqual(refused);
    expect(asker.questions).toEqual([true]);
  });

  it('is over at once when the caller leaves, also in the middle of the line', async () => {
    const lines = openQueue();
    const first = lines.apply(ask([held]));
    await vi.advanceTimersByTimeAsync(0);
    const leaver = ask([held]);
    const leaving = lines.apply(leaver);
    leaver.interruption.interrupt(new GatewayError('canceled', 'The caller left.'));
    await expect(leaving).rejects.toMatchObject({ code: 'canceled' });
    expect(leaver.questions).toEqual([]);
    await vi.advanceTimersByTimeAsync(patience + 1);
    await first;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on what the store throws, and lets the next one ask', async () => {
    const lines = openQueue();
    let isDown = false;
    const first = lines.apply({
      ...ask([held]),
      ask: async () => {
        if (isDown) throw new GatewayError('overloaded', 'down');
        return held;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    const second = lines.apply(ask([granted]));
    isDown = true;
    const failing = expect(first).rejects.toMatchObject({ code: 'overloaded' });
    lines.wake('k', 'a');
    await failing;
    expect(await second).toEqual(granted);
  });
});

describe('a line', () => {
  it('is served in the order of arrival: only the first one asks', async () => {
    const lines = openQueue();
    const order: string[] = [];
    const first = lines.apply(ask([held, held, granted])).then(() => order.push('first'));
    await vi.advanceTimersByTimeAsync(0);
    const late = ask([granted]);
    const second = lines.apply(late).then(() => order.push('second'));
    await vi.advanceTimersByTimeAsync(40);
    expect(late.questions).toEqual([]);
    await vi.advanceTimersByTimeAsync(patience / 2);
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('moves at once when something of its key or account is given back', async () => {
    const lines = openQueue();
    const byKey = ask([held, held, granted]);
    const byAccount = ask([held, held, granted], 'other', 'a');
    const stranger = ask([held, held, granted], 'else', 'b');
    const waiting = [byKey, byAccount].map((asker) => lines.apply(asker));
    void lines.apply(stranger);
    await vi.advanceTimersByTimeAsync(1);
    lines.wake('k', 'a');
    expect(await Promise.all(waiting)).toEqual([granted, granted]);
    expect(stranger.questions).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(patience);
  });

  it('does not sleep through what is given back while it asks', async () => {
    const lines = openQueue();
    const asker = ask([held, held, granted]);
    const outcome = lines.apply({
      ...asker,
      ask: async (last) => {
        const answer = await asker.ask(last);
        if (asker.questions.length === 2) lines.wake('k', 'a');
        return answer;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(await outcome).toEqual(granted);
  });
});
