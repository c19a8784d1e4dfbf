import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailableError, type Store } from '../../../store/index.ts';
import { createMemoryStore } from '../../../memory-store/memory-store.ts';
import { ReservationLeases } from './reservation-leases.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function arrange(failure?: Error) {
  const calls: string[] = [];
  const log: string[] = [];
  let expired = 0;
  const store: Store = {
    ...createMemoryStore(),
    renewReservations: async (owner) => {
      calls.push(`renew ${owner}`);
      if (failure !== undefined) throw failure;
    },
    releaseExpired: async () => {
      calls.push('sweep');
      return expired;
    },
    release: async (exchangeId) => {
      calls.push(`release ${exchangeId}`);
      if (failure !== undefined) throw failure;
    },
  };
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const leases = new ReservationLeases({
    store,
    clock,
    log: (level, message, fields) => {
      log.push(`${level} ${String(fields?.['action'] ?? fields?.['count'])} ${message}`);
    },
  });
  const recover = () => {
    failure = undefined;
  };
  const expire = (count: number) => {
    expired = count;
  };
  return { leases, calls, log, recover, expire };
}

describe('reservation leases', () => {
  it('have no timer while nothing is reserved', async () => {
    const { leases, calls } = arrange();
    await vi.advanceTimersByTimeAsync(60_000);
    leases.register('one');
    leases.drop('one');
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toEqual([]);
  });

  it('are renewed before they expire while something is reserved', async () => {
    const { leases, calls } = arrange();
    leases.register('one');
    leases.register('two');
    leases.drop('one');
    await vi.advanceTimersByTimeAsync(60_000);
    const renewals = calls.filter((call) => call === `renew ${leases.owner}`);
    expect(renewals).toHaveLength(6);
    expect(calls.filter((call) => call === 'sweep')).toHaveLength(6);
    expect(leases.lifeMs).toBeGreaterThan(2 * 15_000);
    leases.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of processes that ended are removed, which is logged', async () => {
    const { leases, log, expire } = arrange();
    expire(3);
    leases.sweepIfDue();
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['warn 3 Reservations of ended processes were released.']);
  });

  it('are renewed again after the store failed, which is logged once, and once when it is over', async () => {
    const { leases, calls, log, recover } = arrange(new StoreUnavailableError('down'));
    leases.register('one');
    await vi.advanceTimersByTimeAsync(20_000);
    const failed = 'warn renew Reservations could not be maintained in the store.';
    expect(log).toEqual([failed]);
    expect(calls).toEqual([`renew ${leases.owner}`, `renew ${leases.owner}`]);
    recover();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(log).toEqual([failed, 'info undefined Reservations are maintained in the store again.']);
    leases.close();
  });

  it('that the store cannot sweep or release are logged', async () => {
    const failing = () => Promise.reject(new StoreUnavailableError('down'));
    const log: string[] = [];
    const leases = new ReservationLeases({
      store: { ...createMemoryStore(), release: failing, releaseExpired: failing },
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      log: (level, message, fields) =>
        log.push(`${level} ${String(fields?.['action'])} ${message}`),
    });
    leases.register('left');
    leases.abandon('left');
    await vi.advanceTimersByTimeAsync(10_000);
    const message = 'Reservations could not be maintained in the store.';
    expect(log).toEqual([`warn release ${message}`]);
    leases.close();
  });

  it('are renewed before expired ones are removed when the store is back late', async () => {
    const { leases, calls, recover } = arrange(new StoreUnavailableError('down'));
    leases.register('one');
    await vi.advanceTimersByTimeAsync(46_000);
    recover();
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual([`renew ${leases.owner}`, 'sweep']);
    leases.close();
  });

  it('are kept when the clock of the store is put forward by more than their life', async () => {
    let ahead = 0;
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const store = createMemoryStore({ now: () => Date.now() + ahead });
    const leases = new ReservationLeases({ store, clock, log: () => undefined });
    leases.register('one');
    const amounts = { nanoUsd: 5, leastNanoUsd: 5, tokens: 0, leastTokens: 0, rateTokens: 0 };
    const limits = { quota: { nanoUsd: 9, reset: 'none' } } as const;
    const key = { keyId: 'key', accountId: 'default', limits };
    const { owner, lifeMs } = leases;
    await store.reserve({ id: 'one', ...key, amounts, owner, lifeMs, last: true });
    ahead = 120_000;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await store.checkLedger()).toMatchObject({ openReservations: 1, reserved: 5 });
    leases.close();
  });

  it('of another process are kept, too, until it had the time to renew them', async () => {
    let ahead = 0;
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const store = createMemoryStore({ now: () => Date.now() + ahead });
    const leases = new ReservationLeases({ store, clock, log: () => undefined });
    const other = new ReservationLeases({ store, clock, log: () => undefined });
    const amounts = { nanoUsd: 2, leastNanoUsd: 2, tokens: 0, leastTokens: 0, rateTokens: 0 };
    const limits = { quota: { nanoUsd: 9, reset: 'none' } } as const;
    const shared = { keyId: 'key', accountId: 'default', limits, amounts, last: true };
    const { owner, lifeMs } = other;
    const countAfter = async (milliseconds: number): Promise<number> => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await leases.maintain();
      return (await store.checkLedger()).openReservations;
    };
    await Promise.all([leases.maintain(), other.maintain()]);
    await vi.advanceTimersByTimeAsync(5_000);
    other.register('used');
    await store.reserve({ id: 'used', ...shared, owner, lifeMs });
    await store.reserve({ id: 'left', ...shared, owner: 'ended', lifeMs });
    ahead = 120_000;
    expect(await countAfter(5_000)).toBe(2);
    expect(await countAfter(10_000)).toBe(2);
    expect(await countAfter(10_000)).toBe(1);
    other.close();
  });

  it('release abandoned reservations', async () => {
    const { leases, calls } = arrange();
    leases.register('busy');
    leases.register('left');
    leases.abandon('left');
    leases.abandon('never held');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(calls.filter((call) => call.startsWith('release'))).toEqual(['release left']);
    leases.drop('busy');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('retry a release until the store succeeds', async () => {
    const down = new StoreUnavailableError('down');
    const { leases, calls, recover } = arrange(down);
    leases.register('left');
    leases.abandon('left');
    await vi.advanceTimersByTimeAsync(15_000);
    recover();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter((call) => call.startsWith('release'))).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('remove expired ones during requests where no timer runs, but not at every request', async () => {
    const { leases, calls } = arrange();
    leases.sweepIfDue();
    leases.sweepIfDue();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['sweep']);
    await vi.advanceTimersByTimeAsync(10_000);
    leases.sweepIfDue();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['sweep', 'sweep']);
  });

  it('are renewed, released and swept by maintenance without a timer', async () => {
    const { leases, calls } = arrange();
    leases.register('busy', false);
    leases.register('left', false);
    leases.abandon('left');
    expect(vi.getTimerCount()).toBe(0);
    await leases.maintain();
    expect(calls.splice(0)).toEqual([`renew ${leases.owner}`, 'release left', 'sweep']);
    vi.advanceTimersByTime(10_000);
    await leases.maintain();
    await leases.maintain();
    expect(calls).toEqual([`renew ${leases.owner}`, 'sweep']);
  });

  it('are not renewed while nothing is reserved', async () => {
    const { leases, calls } = arrange();
    await leases.maintain();
    vi.advanceTimersByTime(5_000);
    await leases.maintain();
    expect(calls).toEqual(['sweep']);
  });
});
