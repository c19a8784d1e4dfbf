import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { account, keyWith } from '../../../testing/slices-trial.ts';
import { createMemoryStore } from '../../../memory-store/memory-store.ts';
import { LimitedKey } from './limited-key.ts';
import { ReservationLeases } from './reservation-leases.ts';
import { ReturnedSlices } from './returned-slices.ts';
import { Slice } from './slice.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function arrange(release: () => Promise<void> = () => Promise.resolve()) {
  const events: string[] = [];
  const store = { ...createMemoryStore(), release };
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const log = (level: string, message: string, fields?: object) => {
    events.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  };
  const leases = new ReservationLeases({ store, clock, log });
  const returned = new ReturnedSlices({
    ...{ store, log, leases },
    onReturned: (keyId, accountId) => events.push(`returned ${keyId} ${accountId}`),
  });
  return { returned, leases, events };
}

function sliceOf(id: string): Slice {
  const owner = {
    extend: () => Promise.resolve(true),
    ...{ onEnd: () => undefined, forget: () => undefined, returnIfDone: () => undefined },
  };
  const held = { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, slots: 1 };
  return new Slice(owner, {
    ...{ id, key: new LimitedKey({ key: keyWith({}), account }), now: 0 },
    amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 },
    granted: { kind: 'granted', nanoUsd: 0, tokens: 0, held, ahead: 1, standing: {} },
  });
}

describe('a slice that is given back', () => {
  it('is released in the store, and others are told', async () => {
    const { returned, leases, events } = arrange();
    leases.register('x');
    returned.release(sliceOf('x'));
    await returned.whenReleased();
    expect([events, leases.has('x')]).toEqual([['returned k a'], false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is released later when the store does not, which is logged', async () => {
    const { returned, leases, events } = arrange(() => Promise.reject(new Error('down')));
    leases.register('x');
    returned.release(sliceOf('x'));
    await returned.whenReleased();
    expect(events).toEqual([
      'warn: A reservation could not be given back yet. {"request_id":"x","cause":{}}',
      'returned k a',
    ]);
    // An abandoned lease is no longer registered, and its timer runs until the store has released it.
    expect([leases.has('x'), vi.getTimerCount()]).toEqual([false, 1]);
    leases.close();
  });
});

describe('a refused request', () => {
  it('waits until the slices have ended, and no longer', async () => {
    const { returned } = arrange();
    const [one, other] = [sliceOf('one'), sliceOf('other')];
    let isOver = false;
    const waited = returned.waitFor([one, other]).then(() => {
      isOver = true;
    });
    one.hasEnded = true;
    returned.release(one);
    await vi.advanceTimersByTimeAsync(100);
    expect(isOver).toBe(false);
    other.hasEnded = true;
    returned.release(other);
    await vi.advanceTimersByTimeAsync(0);
    await waited;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for the store to release slices that have ended', async () => {
    let release = (): void => undefined;
    const { returned } = arrange(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const one = sliceOf('one');
    one.hasEnded = true;
    returned.release(one);
    let isOver = false;
    const waited = returned.waitFor([one]).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isOver).toBe(false);
    release();
    await waited;
    expect(isOver).toBe(true);
  });

  it('waits a quarter of a second at most, and then looks no more', async () => {
    const { returned } = arrange();
    const slices = [sliceOf('one')];
    const looks = vi.spyOn(slices, 'every');
    let isOver = false;
    void returned.waitFor(slices).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(249);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    const count = looks.mock.calls.length;
    returned.release(sliceOf('other'));
    await returned.whenReleased();
    expect(looks.mock.calls).toHaveLength(count);
  });
});
