/** Tests of the end of reservations; part of the store suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import { addSampleKey, reservationRequestOf, settlementOfCost } from '../samples/index.ts';

export function describeReservationEnds(open: OpenHarness, supports: StoreSupport): void {
  describe('the end of a reservation', () => {
    describeReleases(open);
    describeExpiry(open);
  });
  describe.skipIf(!supports.sharing)('the end of a reservation among several stores', () => {
    describeSweeps(open);
  });
}

/** A lifetime that has ended before the next call. */
const momentMs = 1;

async function openWithKey(open: OpenHarness) {
  const harness = await open();
  const { store } = harness;
  const key = await addSampleKey(store, 1, {
    limits: { quota: { nanoUsd: 1_000, tokens: 1_000, reset: 'none' }, tokensPerMinute: 1_000 },
  });
  const hold = async (id: string, lifeMs: number, owner = 'process-1') => {
    const reserveNanoUsd = { nanoUsd: 10, tokens: 10, rateTokens: 100, lifeMs, owner };
    expect(await store.reserve(reservationRequestOf(id, key, reserveNanoUsd))).toMatchObject({
      kind: 'granted',
    });
  };
  return { ...harness, key, hold };
}

async function expectFree(store: Store): Promise<void> {
  expect((await store.readKey('key-1'))?.state).toMatchObject({
    reservedNanoUsd: 0,
    reservedTokens: 0,
    running: 0,
  });
  expect(await store.checkLedger()).toMatchObject({ openReservations: 0, reserved: 0, faults: [] });
}

function describeReleases(open: OpenHarness): void {
  it('does nothing for an exchange without a reservation', async () => {
    const { store, hold } = await openWithKey(open);
    await hold('x-1', 60_000);
    await store.release('x-2');
    expect(await store.checkLedger()).toMatchObject({ openReservations: 1, faults: [] });
  });

  it('gives everything back, once', async () => {
    const { store, hold } = await openWithKey(open);
    await hold('x-1', 60_000);
    await Promise.all([store.release('x-1'), store.release('x-1')]);
    await store.release('x-1');
    await expectFree(store);
  });

  it('gives back at most one of a release and a settlement that race', async () => {
    const { store, hold, key } = await openWithKey(open);
    for (const index of range(10)) {
      const id = `x-${String(index)}`;
      await hold(id, 60_000);
      await Promise.all([store.release(id), store.settle(settlementOfCost(id, key, 5))]);
    }
    await expectFree(store);
    expect((await store.readKey('key-1'))?.state.spent).toBe(50);
  });
}

function describeExpiry(open: OpenHarness): void {
  it('releases nothing that still lives', async () => {
    const { store, hold } = await openWithKey(open);
    await hold('x-1', 60_000);
    expect(await store.releaseExpired()).toBe(0);
    expect(await store.checkLedger()).toMatchObject({
      openReservations: 1,
      expiredReservations: 0,
      reserved: 10,
    });
  });

  it('releases what has expired, once', async () => {
    const { store, hold } = await openWithKey(open);
    await hold('x-1', momentMs);
    await hold('x-2', 60_000);
    await sleep(5);
    expect(await store.checkLedger()).toMatchObject({ expiredReservations: 1 });
    expect(await store.releaseExpired()).toBe(1);
    expect(await store.releaseExpired()).toBe(0);
    await store.release('x-1');
    expect(await store.checkLedger()).toMatchObject({
      openReservations: 1,
      reserved: 10,
      faults: [],
    });
  });

  it('keeps what its owner renews, and only that', async () => {
    const { store, hold } = await openWithKey(open);
    await hold('x-1', momentMs, 'process-1');
    await hold('x-2', momentMs, 'process-2');
    await store.renewReservations('process-1', 60_000);
    await sleep(5);
    expect(await store.releaseExpired()).toBe(1);
    await store.settle(settlementOfCost('x-1', (await openKey(store)).key, 3));
    await expectFree(store);
  });

  it('charges an exchange whose reservation has expired', async () => {
    const { store, hold, key } = await openWithKey(open);
    await hold('x-1', momentMs);
    await sleep(5);
    await store.releaseExpired();
    await store.settle(settlementOfCost('x-1', key, 7));
    await expectFree(store);
    expect((await store.readKey('key-1'))?.state).toMatchObject({ spent: 7, requests: 1 });
  });

  it('charges an exchange whose reservation has expired but was not swept', async () => {
    const { store, hold, key } = await openWithKey(open);
    await hold('x-1', momentMs);
    await sleep(5);
    await Promise.all([store.settle(settlementOfCost('x-1', key, 7)), store.releaseExpired()]);
    await expectFree(store);
  });
}

async function openKey(store: Store) {
  const listed = await store.readKey('key-1');
  if (listed === undefined) throw new Error('There is no such key.');
  return listed;
}

function describeSweeps(open: OpenHarness): void {
  it('gives back the slot and the tokens of an exchange that another store settles', async () => {
    const { store, reopen } = await open();
    const limits = { concurrency: 1, tokensPerMinute: 1_000 } as const;
    const key = await addSampleKey(store, 1, { limits });
    const ask = (from: Store, id: string) =>
      from.reserve(reservationRequestOf(id, key, { nanoUsd: 0, rateTokens: 600 }));
    expect((await ask(store, 'x-1')).kind).toBe('granted');
    const other = await reopen();
    const reservation = { id: 'x-1', isLast: true } as const;
    await other.settle({ ...settlementOfCost('x-1', key, 5), reservation });
    await store.renewReservations('process-1', 60_000);
    expect(await ask(store, 'x-2')).toMatchObject({ kind: 'granted' });
    expect(await ask(other, 'x-3')).toMatchObject({ kind: 'refused' });
  });

  it('releases each once when several sweep at once', async () => {
    const { store, reopen, hold } = await openWithKey(open);
    for (const index of range(10)) await hold(`x-${String(index)}`, momentMs);
    const stores = [store, await reopen(), await reopen(), await reopen()];
    await sleep(5);
    const released = await Promise.all(stores.map((one) => one.releaseExpired()));
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(10);
    await expectFree(store);
  });
}
