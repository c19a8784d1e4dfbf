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
  const leases = createReservationLeases(store, clock, (_, message) => log.push(message));
  const recover = () => {
    failure = undefined;
  };
  return { leases, calls, log, recover };
}

describe('a keeper of reservations', () => {
  it('rests while nothing is held', async () => {
    const { leases, calls } = arrange();
    await vi.advanceTimersByTimeAsync(60_000);
    leases.hold('one');
    leases.drop('one');
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toEqual([]);
  });

  it('renews before a life ends, and sweeps, while something is held', async () => {
    const { leases, calls } = arrange();
    leases.hold('one');
    leases.hold('two');
    leases.drop('one');
    await vi.advanceTimersByTimeAsync(30_000);
    const renewals = calls.filter((call) => call === `renew ${leases.owner}`);
    expect(renewals).toHaveLength(2);
    expect(calls.filter((call) => call === 'sweep')).toHaveLength(3);
    expect(leases.lifeMs).toBeGreaterThan(2 * 15_000);
    leases.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says when the store does not answer, and goes on', async () => {
    const { leases, calls, log } = arrange(new StoreUnavailableError('down'));
    leases.hold('one');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(log).toHaveLength(2);
    expect(calls.filter((call) => call !== 'sweep')).toHaveLength(2);
    leases.close();
  });

  it('renews before it sweeps when the store is back after longer than a life', async () => {
    const { leases, calls, recover } = arrange(new StoreUnavailableError('down'));
    leases.hold('one');
    await vi.advanceTimersByTimeAsync(46_000);
    recover();
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual([`renew ${leases.owner}`, 'sweep']);
    leases.close();
  });

  it('gives back what was abandoned, which its own renewals would keep for ever', async () => {
    const { leases, calls } = arrange();
    leases.hold('busy');
    leases.hold('left');
    leases.abandon('left');
    leases.abandon('never held');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(calls.filter((call) => call.startsWith('release'))).toEqual(['release left']);
    leases.drop('busy');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tries to give it back until the store has done it, and rests then', async () => {
    const down = new StoreUnavailableError('down');
    const { leases, calls, recover } = arrange(down);
    leases.hold('left');
    leases.abandon('left');
    await vi.advanceTimersByTimeAsync(15_000);
    recover();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter((call) => call.startsWith('release'))).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sweeps by the way where no timer runs, but not at every call', () => {
    const { leases, calls } = arrange();
    leases.sweepIfDue();
    leases.sweepIfDue();
    expect(calls).toEqual(['sweep']);
    vi.advanceTimersByTime(10_000);
    leases.sweepIfDue();
    expect(calls).toEqual(['sweep', 'sweep']);
  });

  it('renews, gives back and sweeps without a timer when it is told to', async () => {
    const { leases, calls } = arrange();
    leases.hold('busy', false);
    leases.hold('left', false);
    leases.abandon('left');
    expect(vi.getTimerCount()).toBe(0);
    await leases.maintain();
    expect(calls).toEqual(['sweep']);
    vi.advanceTimersByTime(15_000);
    await leases.maintain();
    await leases.maintain();
    expect(calls).toEqual(['sweep', `renew ${leases.owner}`, 'release left', 'sweep']);
  });

  it('has nothing to renew while nothing is held', async () => {
    const { leases, calls } = arrange();
    await leases.maintain();
    vi.advanceTimersByTime(5_000);
    await leases.maintain();
    expect(calls).toEqual(['sweep']);
  });
});
