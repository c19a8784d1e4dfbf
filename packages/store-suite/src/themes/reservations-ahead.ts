/** Tests of reservations that hold amounts for further requests; part of the store suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyLimits, KeyRecord, SettledReservation, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import { addSampleKey, reservationRequestOf, settlementOfCost } from '../samples/index.ts';

export function describeReservationsAhead(open: OpenHarness, supports: StoreSupport): void {
  describe.skipIf(supports.ratesAhead === false)('a reservation with requests ahead', () => {
    describeEnds(open);
    describeShares(open);
  });
  describe('the slots of a reservation with requests ahead', () => {
    describeSlots(open);
  });
}

const limits = {
  quota: { nanoUsd: 10_000, tokens: 10_000, reset: 'none' },
  requestsPerMinute: 6_000,
  tokensPerMinute: 60_000,
  concurrency: 100,
} as const satisfies KeyLimits;

/** The amounts of one request, and how many there are ahead. */
const amounts = { nanoUsd: 10, tokens: 10, rateTokens: 100, ahead: 9 };

/** What each of them takes out of the reservation when it is settled. */
const share = { nanoUsd: 7, tokens: 10, rateMs: 100 };

async function openWithKey(open: OpenHarness, keyLimits: KeyLimits = limits) {
  const { store } = await open();
  const key = await addSampleKey(store, 1, { limits: keyLimits });
  const hold = (changes: Partial<Parameters<typeof reservationRequestOf>[2]> = {}) =>
    store.reserve(reservationRequestOf('x-0', key, { ...amounts, ...changes }));
  const settleShare = (index: number, isLast = false) => {
    const settlement = settlementOfCost(`x-${String(index)}`, key, 7);
    const rest: SettledReservation = isLast
      ? { id: 'x-0', isLast }
      : { id: 'x-0', isLast, ...share };
    return store.settle({ ...settlement, reservation: rest });
  };
  const readState = async () => (await store.readKey(key.id))?.state;
  return { store, key, hold, settleShare, readState };
}

async function expectSums(
  store: Store,
  sums: { readonly spent: number; readonly reserved: number },
) {
  expect(await store.checkLedger()).toMatchObject({ ...sums, faults: [] });
}

function describeEnds(open: OpenHarness): void {
  it('holds nothing further near the end of a limit', async () => {
    const { hold } = await openWithKey(open, { ...limits, requestsPerMinute: 8 });
    expect(await hold()).toMatchObject({ kind: 'granted', ahead: 0, held: { requests: 1 } });
  });

  it('rejects a count of requests that is not a whole number', async () => {
    const { hold } = await openWithKey(open);
    for (const ahead of [-1, 0.5, Number.NaN]) {
      await expect(hold({ ahead })).rejects.toBeInstanceOf(RangeError);
    }
  });

  it('gives back all of it when it is released, unused requests per minute included', async () => {
    const { store, key, hold, readState } = await openWithKey(open);
    const before = (await store.readKey(key.id))?.state.requestsWholeAt ?? 0;
    expect(await hold()).toMatchObject({ ahead: 9, held: { nanoUsd: 100, slots: 10 } });
    expect(await readState()).toMatchObject({ reservedNanoUsd: 100, running: 10 });
    await store.release('x-0', key.limits);
    const state = await readState();
    expect(state).toMatchObject({ reservedNanoUsd: 0, reservedTokens: 0, running: 0 });
    expect(state?.requestsWholeAt).toBeLessThan(Math.max(before, Date.now()) + 90);
    await expectSums(store, { spent: 0, reserved: 0 });
  });

  it('gives back slots that are not needed, at most all of them', async () => {
    const { store, key, hold, readState } = await openWithKey(open);
    await hold();
    const { id: keyId, accountId } = key;
    const change = { moreNanoUsd: -10, moreTokens: 0, moreSlots: -7, overdraft: false };
    const give = () => store.extendReservation({ id: 'x-0', keyId, accountId, limits, ...change });
    expect(await give()).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 90, running: 3 });
    expect(await give()).toBe(true);
    expect(await readState()).toMatchObject({ reservedNanoUsd: 80, running: 0 });
    await expectSums(store, { spent: 0, reserved: 80 });
    await store.release('x-0', limits);
    await expectSums(store, { spent: 0, reserved: 0 });
  });

  it('gives back what an ended process held when it expires, except requests', async () => {
    const { store, hold, readState } = await openWithKey(open, {
      ...limits,
      requestsPerMinute: 600,
    });
    await hold({ lifeMs: 1 });
    const { requestsWholeAt } = (await readState()) ?? {};
    await sleep(5);
    expect(await store.releaseExpired()).toBe(1);
    expect(await readState()).toMatchObject({
      ...{ reservedNanoUsd: 0, reservedTokens: 0, running: 0, requestsWholeAt },
    });
    await expectSums(store, { spent: 0, reserved: 0 });
  });
}

function describeSlots(open: OpenHarness): void {
  /** How many run in addition until no more may. */
  async function countMore(store: Store, key: KeyRecord, name = 'y'): Promise<number> {
    for (let count = 0; ; count += 1) {
      const request = reservationRequestOf(`${name}-${String(count)}`, key, { nanoUsd: 1 });
      const outcome = await store.reserve(request);
      if (outcome.kind === 'granted') continue;
      expect(outcome).toMatchObject({ kind: 'refused', limit: 'concurrency' });
      return count;
    }
  }

  it('are free for others when they are given back', async () => {
    const { store, key, hold } = await openWithKey(open, { concurrency: 25 });
    const { id: keyId, accountId, limits: keyLimits } = key;
    const owners = { id: 'x-0', keyId, accountId, limits: keyLimits };
    const change = { moreNanoUsd: 0, moreTokens: 0, overdraft: false };
    expect(await hold()).toMatchObject({ kind: 'granted', held: { slots: 4 } });
    expect(await store.extendReservation({ ...owners, ...change, moreSlots: -2 })).toBe(true);
    expect(await countMore(store, key)).toBe(23);
    expect(await store.extendReservation({ ...owners, ...change, moreSlots: -1 })).toBe(true);
    expect(await countMore(store, key, 'z')).toBe(1);
    await store.release('x-0', keyLimits);
    expect(await countMore(store, key, 'last')).toBe(1);
  });

  it('are not taken where another limit leaves no room for requests ahead', async () => {
    const quota = { nanoUsd: 1_000, reset: 'none' } as const;
    const { store, key, hold } = await openWithKey(open, { quota, concurrency: 25 });
    const granted = await hold({ nanoUsd: 200 });
    expect(granted).toMatchObject({ kind: 'granted', ahead: 0, held: { slots: 1 } });
    expect(await countMore(store, key)).toBe(24);
  });
}

function describeShares(open: OpenHarness): void {
  it('is drawn down by one settlement after the other', async () => {
    const { store, hold, settleShare, readState } = await openWithKey(open);
    await hold();
    for (const index of range(9)) await settleShare(index);
    expect(await readState()).toMatchObject({
      ...{ spent: 63, requests: 9, reservedNanoUsd: 37, reservedTokens: 10, running: 10 },
    });
    await expectSums(store, { spent: 63, reserved: 37 });
    await settleShare(9, true);
    expect(await readState()).toMatchObject({ spent: 70, reservedNanoUsd: 0, running: 0 });
    await expectSums(store, { spent: 70, reserved: 0 });
    expect(await store.checkLedger()).toMatchObject({ openReservations: 0 });
  });

  it('is drawn down by settlements at the same time', async () => {
    const { store, key, hold, settleShare } = await openWithKey(open);
    await hold();
    await Promise.all(range(10).map((index) => settleShare(index)));
    await expectSums(store, { spent: 70, reserved: 30 });
    await store.release('x-0', key.limits);
    await expectSums(store, { spent: 70, reserved: 0 });
  });

  it('counts a settlement that arrives twice once', async () => {
    const { store, hold, settleShare } = await openWithKey(open);
    await hold();
    await Promise.all([settleShare(1), settleShare(1)]);
    await settleShare(1, true);
    await expectSums(store, { spent: 7, reserved: 93 });
  });

  it('charges an exchange when it has expired', async () => {
    const { store, hold, settleShare, readState } = await openWithKey(open);
    await hold({ lifeMs: 1 });
    await sleep(5);
    await store.releaseExpired();
    await settleShare(1);
    await settleShare(2, true);
    expect(await readState()).toMatchObject({ spent: 14, reservedNanoUsd: 0, running: 0 });
    await expectSums(store, { spent: 14, reserved: 0 });
  });

  it('keeps what an exchange without a reservation does not take', async () => {
    const { store, key, hold } = await openWithKey(open);
    await hold();
    const { reservation: _, ...settlement } = settlementOfCost('x-0', key, 7);
    await store.settle(settlement);
    await expectSums(store, { spent: 7, reserved: 100 });
  });
}
