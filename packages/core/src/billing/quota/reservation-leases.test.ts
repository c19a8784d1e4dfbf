import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailableError, type Store } from '../../store/index.ts';
import { createMemoryStore } from '../../memory-store/memory-store.ts';
import { createReservationLeases } from './reservation-leases.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function arrange(failure?: Error) {
  const calls: string[] = [];
  const log: string[] = [];
  const store: Store = {
    ...createMemoryStore(),
    renewReservations: async (owner) => {
      calls.push(`renew ${owner}`);
      if (failure !== undefined) throw failure;
    },
    freeExpired: async () => {
      calls.push('sweep');
      return 0;
    },
    release: async (exchangeId) => {
      calls.push(`release ${exchangeId}`);
      if (failure !== undefined) throw failure;
    },
  };
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const keeper = createReservationLeases(store, clock, (_, message) => log.push(message));
  const recover = () => {
    failure = undefined;
  };
  return { keeper, calls, log, recover };
}

describe('a keeper of reservations', () => {
  it('rests while nothing is held', async () => {
    const { keeper, calls } = arrange();
    await vi.advanceTimersByTimeAsync(60_000);
    keeper.hold('one');
    keeper.drop('one');
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toEqual([]);
  });

  it('renews before a life ends, and sweeps, while something is held', async () => {
    const { keeper, calls } = arrange();
    keeper.hold('one');
    keeper.hold('two');
    keeper.drop('one');
    await vi.advanceTimersByTimeAsync(30_000);
    const renewals = calls.filter((call) => call === `renew ${keeper.owner}`);
    expect(renewals).toHaveLength(2);
    expect(calls.filter((call) => call === 'sweep')).toHaveLength(3);
    expect(keeper.lifeMs).toBeGreaterThan(2 * 15_000);
    keeper.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says when the store does not answer, and goes on', async () => {
    const { keeper, calls, log } = arrange(new StoreUnavailableError('down'));
    keeper.hold('one');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(log).toHaveLength(2);
    expect(calls.filter((call) => call !== 'sweep')).toHaveLength(2);
    keeper.close();
  });

  it('renews before it sweeps when the store is back after longer than a life', async () => {
    const { keeper, calls, recover } = arrange(new StoreUnavailableError('down'));
    keeper.hold('one');
    await vi.advanceTimersByTimeAsync(46_000);
    recover();
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual([`renew ${keeper.owner}`, 'sweep']);
    keeper.close();
  });

  it('gives back what was abandoned, which its own renewals would keep for ever', async () => {
    const { keeper, calls } = arrange();
    keeper.hold('busy');
    keeper.hold('left');
    keeper.abandon('left');
    keeper.abandon('never held');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(calls.filter((call) => call.startsWith('release'))).toEqual(['release left']);
    keeper.drop('busy');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tries to give it back until the store has done it, and rests then', async () => {
    const down = new StoreUnavailableError('down');
    const { keeper, calls, recover } = arrange(down);
    keeper.hold('left');
    keeper.abandon('left');
    await vi.advanceTimersByTimeAsync(15_000);
    recover();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter((call) => call.startsWith('release'))).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sweeps by the way where no timer runs, but not at every call', () => {
    const { keeper, calls } = arrange();
    keeper.sweepIfDue();
    keeper.sweepIfDue();
    expect(calls).toEqual(['sweep']);
    vi.advanceTimersByTime(10_000);
    keeper.sweepIfDue();
    expect(calls).toEqual(['sweep', 'sweep']);
  });

  it('renews, gives back and sweeps without a timer when it is told to', async () => {
    const { keeper, calls } = arrange();
    keeper.hold('busy', false);
    keeper.hold('left', false);
    keeper.abandon('left');
    expect(vi.getTimerCount()).toBe(0);
    await keeper.maintain();
    expect(calls).toEqual(['sweep']);
    vi.advanceTimersByTime(15_000);
    await keeper.maintain();
    await keeper.maintain();
    expect(calls).toEqual(['sweep', `renew ${keeper.owner}`, 'release left', 'sweep']);
  });

  it('has nothing to renew while nothing is held', async () => {
    const { keeper, calls } = arrange();
    await keeper.maintain();
    vi.advanceTimersByTime(5_000);
    await keeper.maintain();
    expect(calls).toEqual(['sweep']);
  });
});
