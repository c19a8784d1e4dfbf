/** Tests of many reservations at once, in one store and in several; part of the store suite. */
import type { KeyLimits, KeyRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
  type SampleAmounts,
} from '../samples/index.ts';
import { openWithKey, quota } from './key-with-limits.ts';

export function describeReservationRaces(open: OpenHarness, supports: StoreSupport): void {
  describe('many reservations at once', () => {
    describeOneStore(open);
  });
  describe.skipIf(!supports.sharing)('reservations of several stores on the same data', () => {
    describeSeveralStores(open);
  });
}

function describeOneStore(open: OpenHarness): void {
  it('grants exactly what the quota holds to 1,500 who ask at once', async () => {
    const {
      reserve,
      readState: read,
      store,
    } = await openWithKey(open, {
      quota: { nanoUsd: 700, reset: 'none' },
    });
    const outcomes = await Promise.all(
      range(1_500).map((index) => reserve(`x-${String(index)}`, { nanoUsd: 1 })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'granted')).toHaveLength(700);
    expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(800);
    expect(await read()).toMatchObject({ reservedNanoUsd: 700, running: 700 });
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });

  it('keeps many keys of many accounts apart', async () => {
    const { store } = await open();
    const keys = await Promise.all(range(40).map((index) => addOwnedKey(store, index)));
    const outcomes = keys.flatMap((key, index) =>
      range(5).map((call) =>
        store.reserve(
          reservationRequestOf(`x-${String(index)}-${String(call)}`, key, { nanoUsd: 30 }),
        ),
      ),
    );
    const granted = (await Promise.all(outcomes)).filter(({ kind }) => kind === 'granted');
    expect(granted).toHaveLength(keys.length * 3);
    expect(await store.checkLedger()).toMatchObject({ reserved: 40 * 90, faults: [] });
  });
}

async function addOwnedKey(store: Store, serial: number): Promise<KeyRecord> {
  const account = sampleAccount(serial % 7, { prepaid: false });
  await store.addAccount(account).catch(() => undefined);
  return addSampleKey(store, serial, { accountId: account.id, limits: quota });
}

function describeSeveralStores(open: OpenHarness): void {
  it('grants exactly what the quota holds to 800 who ask four stores at once', async () => {
    const { store, reopen, key } = await openWithKey(open, {
      quota: { nanoUsd: 500, reset: 'none' },
    });
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const outcomes = await Promise.all(
      range(800).map((index) => {
        const asked = stores[index % stores.length] ?? store;
        return asked.reserve(reservationRequestOf(`x-${String(index)}`, key, { nanoUsd: 1 }));
      }),
    );
    expect(outcomes.filter(({ kind }) => kind === 'granted')).toHaveLength(500);
    expect(await store.checkLedger()).toMatchObject({ openReservations: 500, faults: [] });
  });

  it.each<[KeyLimits, SampleAmounts]>([
    [{ requestsPerMinute: 6 }, { nanoUsd: 0 }],
    [{ tokensPerMinute: 600 }, { nanoUsd: 0, rateTokens: 100 }],
  ])('grants exactly %j to 100 who ask four stores at once', async (limits, amounts) => {
    const { store, reopen, key } = await openWithKey(open, limits);
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const begunAt = performance.now();
    const outcomes = await Promise.all(
      range(100).map((index) => {
        const asked = stores[index % stores.length] ?? store;
        return asked.reserve(reservationRequestOf(`x-${String(index)}`, key, amounts));
      }),
    );
    const granted = outcomes.filter(({ kind }) => kind === 'granted').length;
    expect(granted).toBeGreaterThanOrEqual(6);
    // One of them refills in ten seconds.
    expect(granted).toBeLessThanOrEqual(6 + (performance.now() - begunAt) / 10_000);
  });

  it('never waits in a circle when stores want the same keys in another order', async () => {
    const { store, reopen } = await open();
    const keys = await Promise.all(range(12).map((index) => addOwnedKey(store, index)));
    const stores = [store, await reopen(), await reopen()];
    for (const round of range(6)) {
      const calls = stores.flatMap((one, place) =>
        (place % 2 === 0 ? keys : keys.toReversed()).map((key) =>
          useOnce(one, key, `x-${String(round)}-${String(place)}-${key.id}`),
        ),
      );
      await Promise.all(calls);
    }
    expect(await store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  });
}

async function useOnce(store: Store, key: KeyRecord, id: string): Promise<void> {
  const { kind } = await store.reserve(reservationRequestOf(id, key, { nanoUsd: 1 }));
  if (kind === 'granted') await store.settle(settlementOfCost(id, key, 1));
}
