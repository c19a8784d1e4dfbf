/** Tests of the extension of running reservations; part of the store suite. */
import type { KeyRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '../samples/index.ts';

export function describeReservationExtensions(open: OpenHarness, supports: StoreSupport): void {
  describe('the extension of a reservation', () => {
    describeLimits(open);
    describeRaces(open, supports);
  });
}

interface Extension {
  readonly id: string;
  readonly moreNanoUsd: number;
  readonly moreTokens?: number;
  readonly inTotal?: true;
  readonly overdraft?: boolean;
}

function extend(store: Store, key: KeyRecord, extension: Extension) {
  const { id: keyId, accountId, limits } = key;
  const owners = { keyId, accountId, limits };
  return store.extendReservation({ ...owners, moreTokens: 0, overdraft: false, ...extension });
}

async function openWithKey(open: OpenHarness) {
  const harness = await open();
  const { store } = harness;
  const limits = { quota: { nanoUsd: 100, tokens: 100, reset: 'none' } } as const;
  const key = await addSampleKey(store, 1, { limits });
  const reserve = (id: string, nanoUsd: number) =>
    store.reserve(reservationRequestOf(id, key, { nanoUsd, tokens: nanoUsd }));
  const readState = async () => (await store.readKey(key.id))?.state;
  return { ...harness, key, reserve, readState };
}

function describeLimits(open: OpenHarness): void {
  it('changes nothing beyond a limit, or without a reservation', async () => {
    const { store, key, reserve, readState } = await openWithKey(open);
    await reserve('x-1', 40);
    await reserve('x-2', 40);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 21 })).toBe(false);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 0, moreTokens: 21 })).toBe(false);
    expect(await extend(store, key, { id: 'x-3', moreNanoUsd: 1 })).toBe(false);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 80, reservedTokens: 80 });
  });

  it('rejects amounts that cannot be kept', async () => {
    const { store, key, reserve } = await openWithKey(open);
    await reserve('x-1', 40);
    for (const moreNanoUsd of [-0.5, 0.5, Number.NaN, 2 ** 53]) {
      await expect(extend(store, key, { id: 'x-1', moreNanoUsd })).rejects.toBeInstanceOf(
        RangeError,
      );
    }
  });

  it('reserves more, which the settlement releases', async () => {
    const { store, key, reserve, readState } = await openWithKey(open);
    await reserve('x-1', 40);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 50, moreTokens: 30 })).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 90, reservedTokens: 70 });
    expect((await store.readAccount('default'))?.state).toMatchObject({ reserved: 90 });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
    await store.settle(settlementOfCost('x-1', key, 85));
    expect(await readState()).toMatchObject({ spent: 85, reservedNanoUsd: 0, reservedTokens: 0 });
    expect(await store.checkLedger()).toMatchObject({ reserved: 0, faults: [] });
  });

  it('reserves what is missing of a total', async () => {
    const { store, key, reserve, readState } = await openWithKey(open);
    await reserve('x-1', 40);
    await reserve('x-2', 40);
    const total = { id: 'x-1', moreTokens: 10, inTotal: true } as const;
    expect(await extend(store, key, { ...total, moreNanoUsd: 60 })).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 100, reservedTokens: 80 });
    expect(await extend(store, key, { ...total, moreNanoUsd: 61 })).toBe(false);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 100, reservedTokens: 80 });
  });

  it('gives back what is not needed, at most all of it', async () => {
    const { store, key, reserve, readState } = await openWithKey(open);
    await reserve('x-1', 40);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: -30, moreTokens: -1 })).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 10, reservedTokens: 39 });
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: -30 })).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 0, reservedTokens: 39 });
    await store.settle(settlementOfCost('x-1', key, 5));
    expect(await store.checkLedger()).toMatchObject({ reserved: 0, faults: [] });
  });

  it('exceeds a limit by one exchange at most, where that is allowed', async () => {
    const { store, key, reserve, readState } = await openWithKey(open);
    await reserve('x-1', 50);
    await reserve('x-2', 50);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 30, overdraft: true })).toBe(true);
    expect(await extend(store, key, { id: 'x-2', moreNanoUsd: 1, overdraft: true })).toBe(false);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 130 });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });

  it('knows whether the account is prepaid', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1, { prepaid: true }));
    await store.credit({ id: 'c', kind: 'top-up', accountId: 'account-1', nanoUsd: 50 });
    const key = await addSampleKey(store, 1, { accountId: 'account-1' });
    await store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 30 }));
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 21 })).toBe(false);
    expect(await extend(store, key, { id: 'x-1', moreNanoUsd: 20 })).toBe(true);
  });
}

function describeRaces(open: OpenHarness, supports: StoreSupport): void {
  it('never exceeds a limit when many extend and reserve at once', async () => {
    const { store, key, reserve, reopen, readState } = await openWithKey(open);
    const stores = supports.sharing ? [store, await reopen()] : [store];
    await Promise.all(range(10).map((index) => reserve(`x-${String(index)}`, 2)));
    const calls = range(60).flatMap((index) => {
      const one = stores[index % stores.length] ?? store;
      const id = `x-${String(index % 10)}`;
      return [
        extend(one, key, { id, moreNanoUsd: index, moreTokens: 0 }),
        reserve(`y-${String(index)}`, 3),
      ];
    });
    await Promise.all(calls);
    const state = await readState();
    expect(state?.reservedNanoUsd).toBeLessThanOrEqual(100);
    expect(state?.reservedNanoUsd).toBeGreaterThan(90);
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });
}
