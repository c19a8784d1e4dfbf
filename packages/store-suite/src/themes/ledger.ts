/** Tests of credits and of the ledger's entries; part of the store suite. */
import type { LedgerFilter, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleExchange,
  settlementOf,
  settlementOfCost,
} from '../samples/index.ts';
import { openWithAccount } from './account-to-credit.ts';
import { describeLedgerCheck } from './ledger-check.ts';

export function describeLedger(open: OpenHarness, supports: StoreSupport): void {
  describe('credits', () => {
    describeCredits(open);
  });
  describe.skipIf(!supports.sharing)('credits of several stores on the same data', () => {
    describeCreditRaces(open);
  });
  describe('what was quarantined', () => {
    describeQuarantine(open);
  });
  describe('the list of the ledger', () => {
    describeList(open);
  });
  describe('the check of the ledger', () => {
    describeLedgerCheck(open);
  });
}

async function readMoney(store: Store, id: string) {
  return (await store.readAccount(id))?.state;
}

function describeCredits(open: OpenHarness): void {
  it.each([0, -1, 0.5, Number.NaN, Infinity, 2 ** 53])(
    'refuses a top-up of %d',
    async (nanoUsd) => {
      const { store, topUp } = await openWithAccount(open);
      await expect(store.credit({ ...topUp, nanoUsd })).rejects.toBeInstanceOf(RangeError);
      expect(await store.checkLedger()).toMatchObject({ entries: 0, granted: 0 });
    },
  );

  it('gives nothing to an account that is not there', async () => {
    const { store, topUp } = await openWithAccount(open);
    expect(await store.credit({ ...topUp, accountId: 'account-2' })).toBeUndefined();
    expect(await store.checkLedger()).toMatchObject({ entries: 0, granted: 0, faults: [] });
  });

  it('takes away no more than is free', async () => {
    const { store, account, topUp } = await openWithAccount(open);
    const key = await addSampleKey(store, 1, { accountId: account.id });
    await store.credit(topUp);
    await store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 60 }));
    const taking = { ...topUp, kind: 'adjustment' } as const;
    await expect(store.credit({ ...taking, id: 'c-2', nanoUsd: -41 })).rejects.toBeInstanceOf(
      RangeError,
    );
    await store.credit({ ...taking, id: 'c-3', nanoUsd: -40 });
    expect(await readMoney(store, account.id)).toMatchObject({ granted: 60, reserved: 60 });
  });

  it('refuses what would make the total too large', async () => {
    const { store, account, topUp } = await openWithAccount(open);
    await store.credit(topUp);
    const most = { ...topUp, id: 'c-2', nanoUsd: Number.MAX_SAFE_INTEGER };
    await expect(store.credit(most)).rejects.toBeInstanceOf(RangeError);
    expect(await readMoney(store, account.id)).toMatchObject({ granted: 100 });
  });

  it('counts once what comes twice, and gives the first again', async () => {
    const { store, account, topUp } = await openWithAccount(open);
    const first = await store.credit({ ...topUp, note: 'Invoice 1\0' });
    expect(first).toMatchObject({ ...topUp, note: expect.stringContaining('Invoice 1') as string });
    const again = await store.credit({ ...topUp, nanoUsd: 500 });
    expect(again).toMatchObject({ id: 'c-1', nanoUsd: 100, at: first?.at });
    expect(await readMoney(store, account.id)).toMatchObject({ granted: 100 });
  });

  it('may pay what was spent before', async () => {
    const { store, account, topUp } = await openWithAccount(open);
    const key = await addSampleKey(store, 1, { accountId: account.id });
    await store.settle(settlementOfCost('x-1', key, 70));
    await store.credit(topUp);
    expect(await store.reserve(reservationRequestOf('x-2', key, { nanoUsd: 31 }))).toMatchObject({
      kind: 'refused',
      limit: 'account_balance',
    });
    expect(await store.reserve(reservationRequestOf('x-2', key, { nanoUsd: 30 }))).toMatchObject({
      kind: 'granted',
    });
  });
}

function describeCreditRaces(open: OpenHarness): void {
  it('counts once what several stores are told at once', async () => {
    const { store, reopen, account, topUp } = await openWithAccount(open);
    const stores = [store, await reopen(), await reopen()];
    const races = range(10).flatMap((index) =>
      stores.map((one) => one.credit({ ...topUp, id: `c-${String(index)}` })),
    );
    await Promise.all(races);
    expect(await readMoney(store, account.id)).toMatchObject({ granted: 1_000 });
    expect(await store.checkLedger()).toMatchObject({ entries: 10, faults: [] });
  });
}

function describeQuarantine(open: OpenHarness): void {
  const unpriced = {
    nanoUsd: 0,
    listNanoUsd: 0,
    pricing: 'quarantined',
    arithmetic: '{}',
  } as const;
  const price = {
    exchangeId: 'x-1',
    nanoUsd: 30,
    listNanoUsd: 20,
    arithmetic: '{"price":"known"}',
  };

  const unpricedAttempt = {
    ...{ number: 1, upstream: 'first', upstreamModel: 'model-1', outbound: 'openai-chat' as const },
    ...{
      startedMs: 1,
      endedMs: 2,
      listNanoUsd: 0,
      chargedNanoUsd: 0,
      pricing: 'quarantined' as const,
    },
  };

  /** An attempt without usage costs nothing. */
  const { pricing: _, ...freeAttempt } = { ...unpricedAttempt, number: 2 };

  async function openQuarantined() {
    const { store } = await open();
    const limits = { quota: { nanoUsd: 1_000, reset: 'day' } } as const;
    await addSampleKey(store, 1, { limits });
    const { costNanoUsd: __, ...record } = sampleExchange('x-1', {
      chargedNanoUsd: 0,
      listNanoUsd: 0,
      pricing: 'quarantined',
      attempts: 3,
      attemptRecords: [unpricedAttempt, freeAttempt, { ...unpricedAttempt, number: 3 }],
    });
    const charges = [
      { attempt: 1, ...unpriced },
      { attempt: 2, nanoUsd: 0, listNanoUsd: 0, pricing: 'free' as const },
      { attempt: 3, ...unpriced },
    ];
    await store.settle(settlementOf(record, { charges, limits }));
    return store;
  }

  it('charges only attempts that are quarantined', async () => {
    const store = await openQuarantined();
    expect(await store.chargeQuarantined({ ...price, attempt: 2 })).toBe(false);
    expect(await store.chargeQuarantined({ ...price, attempt: 4 })).toBe(false);
    expect(await store.chargeQuarantined({ ...price, exchangeId: 'x-2', attempt: 1 })).toBe(false);
    expect(await store.checkLedger()).toMatchObject({
      spent: 0,
      quarantinedCharges: 2,
      faults: [],
    });
  });

  it('charges each once, in a row of its own, and releases the exchange with its last one', async () => {
    const store = await openQuarantined();
    const charge = { ...price, attempt: 1, costNanoUsd: 12 };
    const races = [store.chargeQuarantined(charge), store.chargeQuarantined(charge)];
    expect((await Promise.all(races)).filter((isCharged) => isCharged)).toHaveLength(1);
    const first = await store.findExchange('x-1');
    expect(first).not.toHaveProperty('costNanoUsd');
    expect(first).toMatchObject({
      chargedNanoUsd: 30,
      listNanoUsd: 20,
      pricing: 'quarantined',
      attemptRecords: [
        {
          ...{ ...unpricedAttempt, chargedNanoUsd: 30, listNanoUsd: 20, costNanoUsd: 12 },
          pricing: 'priced',
        },
        freeAttempt,
        { ...unpricedAttempt, number: 3 },
      ],
    });
    expect(await store.chargeQuarantined({ ...price, attempt: 3, costNanoUsd: 5 })).toBe(true);
    expect(await store.findExchange('x-1')).toMatchObject({
      chargedNanoUsd: 60,
      listNanoUsd: 40,
      costNanoUsd: 17,
      pricing: 'priced',
    });
    expect((await store.readKey('key-1'))?.state).toMatchObject({
      spent: 60,
      quota: { nanoUsd: 60 },
    });
    expect(await store.checkLedger()).toMatchObject({
      entries: 5,
      spent: 60,
      quarantinedCharges: 0,
      faults: [],
    });
    expect(await store.sumUsage({ by: [] })).toMatchObject([
      { requests: 1, chargedNanoUsd: 60, costNanoUsd: 17 },
    ]);
  });

  it('does not make a cost known that is not', async () => {
    const store = await openQuarantined();
    await store.chargeQuarantined({ ...price, attempt: 1, costNanoUsd: 12 });
    await store.chargeQuarantined({ ...price, attempt: 3 });
    expect(await store.findExchange('x-1')).not.toHaveProperty('costNanoUsd');
    expect(await store.sumUsage({ by: [] })).toMatchObject([
      { chargedNanoUsd: 60, costNanoUsd: 0 },
    ]);
  });
}

function describeList(open: OpenHarness): void {
  async function openListed() {
    const { store, account, topUp, ...rest } = await openWithAccount(open);
    await store.credit(topUp);
    const keys = [
      await addSampleKey(store, 1, { accountId: account.id }),
      await addSampleKey(store, 2),
    ];
    for (const index of range(6)) {
      const key = keys[index % 2];
      if (key !== undefined) await store.settle(settlementOfCost(`x-${String(index)}`, key, index));
    }
    return { ...rest, store };
  }

  it.each([0, -1, 1.5, 1_001])('refuses the limit %d', async (limit) => {
    const { store } = await open();
    await expect(store.listLedger({ limit })).rejects.toBeInstanceOf(RangeError);
  });

  /** The last time that a date can have. */
  const lastTime = 8_640_000_000_000_000;
  const filters: readonly (readonly [Omit<LedgerFilter, 'limit'>, number])[] = [
    [{}, 7],
    [{ accountId: 'account-1' }, 4],
    [{ accountId: 'account-1', kind: 'charge' }, 3],
    [{ kind: 'top-up' }, 1],
    [{ keyId: 'key-2' }, 3],
    [{ exchangeId: 'x-3' }, 1],
    [{ until: 0 }, 0],
    [{ until: lastTime }, 7],
    [{ from: 0 }, 7],
    [{ from: lastTime }, 0],
  ];

  it.each(filters)('finds by %j', async (filter, count) => {
    const { store } = await openListed();
    expect(await store.listLedger({ ...filter, limit: 10 })).toHaveLength(count);
  });

  it('goes on where it ended, newest first', async () => {
    const { store } = await openListed();
    const all = await store.listLedger({ limit: 10 });
    const pages = [];
    let after: LedgerFilter['after'];
    for (;;) {
      const page = await store.listLedger({ limit: 2, ...(after && { after }) });
      if (page.length === 0) break;
      pages.push(...page);
      after = page.at(-1);
    }
    expect(pages).toStrictEqual(all);
    const times = all.map(({ at }) => at);
    expect(times).toStrictEqual(times.toSorted((left, right) => right - left));
  });
}
