/** Opens a store with one key; used by the tests of reservations. */
import type { KeyLimits, KeyRecord, KeyState, Store } from '@parley/core/store';
import type { OpenHarness } from '../harness.ts';
import {
  addSampleKey,
  reservationRequestOf,
  settlementOfCost,
  type SampleAmounts,
} from '../samples/index.ts';

/** A quota of the key that never begins anew. */
export const quota = { quota: { nanoUsd: 100, reset: 'none' } } as const;

export async function openWithKey(open: OpenHarness, limits: KeyLimits) {
  const harness = await open();
  const { store } = harness;
  const key = await addSampleKey(store, 1, { limits });
  const reserve = (id: string, amounts: SampleAmounts) =>
    store.reserve(reservationRequestOf(id, key, amounts));
  const settle = (id: string, nanoUsd: number) => store.settle(settlementOfCost(id, key, nanoUsd));
  return { ...harness, key, reserve, settle, readState: () => readState(store, key) };
}

async function readState(store: Store, key: KeyRecord): Promise<KeyState> {
  const listed = await store.readKey(key.id);
  if (listed === undefined) throw new Error('There is no such key.');
  return listed.state;
}
