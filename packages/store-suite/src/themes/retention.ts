/** Tests of the deletion of old records; part of the store suite. */
import { describe, expect, it } from 'vitest';
import type { Store } from '@parley/core/store';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import {
  addSampleKey,
  sampleAuditEntry,
  sampleExchange,
  settleSample,
  settlementOf,
} from '../samples/index.ts';

const day = 86_400_000;
const limits = [0, -1, 1.5, 1_001, Number.NaN];

/** Settles exchanges of key-1 that started at these times. */
async function settleAt(store: Store, times: readonly number[]): Promise<void> {
  for (const startedAt of times) await settleSample(store, `x-${String(startedAt)}`, { startedAt });
}

async function listIds(store: Store): Promise<readonly string[]> {
  return (await store.listExchanges({ limit: 1_000 })).map(({ id }) => id);
}

export function describeRetention(open: OpenHarness, supports: StoreSupport): void {
  describe('exchanges that have grown old', () => {
    describeDeletedExchanges(open);
    describeWhatStays(open);
  });
  describe('entries of the audit log that have grown old', () => {
    describeDeletedAudit(open);
  });
  describe.skipIf(!supports.sharing)('what several stores delete at once', () => {
    it('is deleted once', async () => {
      const { store, reopen } = await open();
      await settleAt(
        store,
        Array.from({ length: 40 }, (_, index) => index),
      );
      const stores = [store, await reopen(), await reopen()];
      const counts = await Promise.all(
        stores.map((one) => one.deleteExchanges({ before: 30, limit: 1_000 })),
      );
      const rest = await store.deleteExchanges({ before: 30, limit: 1_000 });
      expect(counts.reduce((sum, count) => sum + count, rest)).toBe(30);
      expect(await listIds(store)).toHaveLength(10);
    });
  });
}

function describeDeletedExchanges(open: OpenHarness): void {
  it.each(limits)('are not deleted with the limit %d', async (limit) => {
    const { store } = await open();
    await expect(store.deleteExchanges({ before: 1, limit })).rejects.toBeInstanceOf(RangeError);
  });

  it('are deleted oldest first, as many as wanted', async () => {
    const { store } = await open();
    await settleAt(store, [5, 1, 9, 3, 7]);
    expect(await store.deleteExchanges({ before: 1, limit: 10 })).toBe(0);
    expect(await store.deleteExchanges({ before: 9, limit: 3 })).toBe(3);
    expect(await listIds(store)).toStrictEqual(['x-9', 'x-7']);
    expect(await store.findExchange('x-1')).toBeUndefined();
    expect(await store.listSettled({ since: 0, limit: 10 })).toHaveLength(2);
    expect(await store.deleteExchanges({ before: 9, limit: 3 })).toBe(1);
    expect(await store.deleteExchanges({ before: 9, limit: 3 })).toBe(0);
    expect(await listIds(store)).toStrictEqual(['x-9']);
  });

  it('are more than a day old, whatever is wanted', async () => {
    const { store } = await open();
    const now = await store.readTime();
    await settleAt(store, [now - 2 * day, now - day + 60_000, now]);
    expect(await store.deleteExchanges({ before: now + day, limit: 10 })).toBe(1);
    expect(await listIds(store)).toHaveLength(2);
  });
}

function describeWhatStays(open: OpenHarness): void {
  it('stay while their price is not known', async () => {
    const { store } = await open();
    const unpriced = { pricing: 'quarantined', listNanoUsd: 0, chargedNanoUsd: 0 } as const;
    await settleSample(store, 'x-1', { ...unpriced, startedAt: 1 });
    await settleSample(store, 'x-2', { startedAt: 2 });
    expect(await store.deleteExchanges({ before: 10, limit: 1 })).toBe(1);
    expect(await listIds(store)).toStrictEqual(['x-1']);
    const price = { exchangeId: 'x-1', attempt: 1, nanoUsd: 5, listNanoUsd: 5, arithmetic: '{}' };
    expect(await store.chargeQuarantined(price)).toBe(true);
    expect(await store.deleteExchanges({ before: 10, limit: 1 })).toBe(1);
    expect(await store.sumUsage({ by: [] })).toMatchObject([
      { requests: 2, chargedNanoUsd: 1_805 },
    ]);
  });

  it('leave their charges, what was used and every total behind', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await settleAt(store, [1, 2]);
    const by = ['keyId', 'callName', 'upstream', 'time'] as const;
    const before = [await store.sumUsage({ by }), await store.listLedger({ limit: 10 })];
    await store.deleteExchanges({ before: 10, limit: 10 });
    expect(await listIds(store)).toStrictEqual([]);
    expect([await store.sumUsage({ by }), await store.listLedger({ limit: 10 })]).toStrictEqual(
      before,
    );
    expect(await store.checkLedger()).toMatchObject({ entries: 2, spent: 3_600, faults: [] });
    expect((await store.readKey('key-1'))?.state).toMatchObject({ spent: 3_600, requests: 2 });
  });

  it('are charged once, also when one is settled again after it was deleted', async () => {
    const { store } = await open();
    const settlement = settlementOf(sampleExchange('x-1', { startedAt: 1 }));
    await store.settle(settlement);
    await store.deleteExchanges({ before: 10, limit: 10 });
    await store.settle(settlement);
    await Promise.all([store.settle(settlement), settleSample(store, 'x-2', { startedAt: 1 })]);
    expect(await listIds(store)).toStrictEqual(['x-2']);
    expect(await store.checkLedger()).toMatchObject({ entries: 2, spent: 3_600, faults: [] });
    expect(await store.sumUsage({ by: [] })).toMatchObject([{ requests: 2 }]);
  });
}

function describeDeletedAudit(open: OpenHarness): void {
  it.each(limits)('are not deleted with the limit %d', async (limit) => {
    const { store } = await open();
    await expect(store.deleteAudit({ before: 1, limit })).rejects.toBeInstanceOf(RangeError);
  });

  it('are deleted oldest first, as many as wanted', async () => {
    const { store } = await open();
    for (const at of [5, 1, 9, 3]) await store.addAuditEntry(sampleAuditEntry(at, { at }));
    expect(await store.deleteAudit({ before: 1, limit: 10 })).toBe(0);
    expect(await store.deleteAudit({ before: 9, limit: 2 })).toBe(2);
    const left = await store.listAudit({ limit: 10 });
    expect(left.map(({ at }) => at)).toStrictEqual([9, 5]);
    expect(await store.deleteAudit({ before: 9.5, limit: 10 })).toBe(2);
    expect(await store.listAudit({ limit: 10 })).toStrictEqual([]);
  });
}
