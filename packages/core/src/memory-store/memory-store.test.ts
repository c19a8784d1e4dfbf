import { describe, expect, it } from 'vitest';
import { noUsage } from '@parley/protocol';
import type { AttemptCharge, ExchangeRecord } from '../store/index.ts';
import { createRecord } from '../testing/sample-records.ts';
import { createMemoryStore } from './memory-store.ts';

const limits = { quota: { nanoUsd: 1_000, reset: 'day' } } as const;
const charge = { attempt: 1, nanoUsd: 10, listNanoUsd: 10, pricing: 'priced' } as const;

function exchange(serial: number, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return createRecord({
    ...{ id: `x-${serial}`, keyId: 'key-1', usage: noUsage, startedAt: serial },
    ...{ listNanoUsd: 10, chargedNanoUsd: 10, pricing: 'priced' },
    ...changes,
  });
}

/** A store that keeps two exchanges, after five were settled. */
async function fill(charges: readonly AttemptCharge[] = [charge]) {
  const store = createMemoryStore({ capacity: 2, now: () => 1_000 });
  for (const serial of [1, 2, 3, 4, 5]) {
    await store.settle({ record: exchange(serial), charges, limits });
  }
  return store;
}

describe('a store in memory', () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity])('rejects the capacity %d', (capacity) => {
    expect(() => createMemoryStore({ capacity })).toThrow(RangeError);
  });

  it('drops the oldest exchanges with their rows of the ledger', async () => {
    const store = await fill();
    const ids = store.exchanges.map(({ id }) => id);
    expect(ids).toEqual(['x-4', 'x-5']);
    const rows = await store.listLedger({ limit: 10 });
    expect(rows.map(({ exchangeId }) => exchangeId).sort()).toEqual(ids);
  });

  it('drops no money: every total still adds up', async () => {
    const store = await fill();
    expect(await store.checkLedger()).toMatchObject({ entries: 2, spent: 50, faults: [] });
    expect((await store.readAccount('default'))?.state.spent).toBe(50);
  });

  it('counts what was dropped in a quota until its period ends', async () => {
    let now = 1_000;
    const store = createMemoryStore({ capacity: 1, now: () => now });
    const settle = (serial: number) =>
      store.settle({ record: exchange(serial), charges: [charge], limits });
    await settle(1);
    await settle(2);
    expect((await store.checkLedger()).faults).toEqual([]);
    now += 24 * 3_600_000;
    await settle(3);
    await settle(4);
    expect((await store.checkLedger()).faults).toEqual([]);
  });

  it('does not price a quarantined charge that was dropped', async () => {
    const store = await fill([{ ...charge, nanoUsd: 0, listNanoUsd: 0, pricing: 'quarantined' }]);
    const price = { attempt: 1, nanoUsd: 5, listNanoUsd: 5, arithmetic: '{}' };
    expect(await store.chargeQuarantined({ exchangeId: 'x-1', ...price })).toBe(false);
    expect(await store.chargeQuarantined({ exchangeId: 'x-5', ...price })).toBe(true);
  });

  it('drops the oldest audit entries', async () => {
    const store = createMemoryStore({ capacity: 2 });
    for (const at of [1, 2, 3]) {
      const subject = { subjectKind: 'key', subjectId: 'key-1' } as const;
      await store.addAuditEntry({
        ...{ id: `a-${at}`, at, actor: 'token:1', action: 'key.create', detail: '{}' },
        ...subject,
      });
    }
    const entries = await store.listAudit({ limit: 10 });
    expect(entries.map(({ id }) => id)).toEqual(['a-3', 'a-2']);
  });

  it('drops the oldest stored responses beyond the size limit', async () => {
    const store = createMemoryStore();
    const body = 'x'.repeat(24 * 1024 * 1024);
    const times = { createdAt: 1, expiresAt: 10 };
    for (const id of ['r-1', 'r-2', 'r-3']) {
      await store.saveResponse({ id, keyId: 'key-1', ...times, input: '', body, itemIds: [] });
    }
    expect(await store.findResponse('key-1', 'r-1')).toBeUndefined();
    expect(await store.findResponse('key-1', 'r-3')).toBeDefined();
  });
});
