/** Tests of windows, of quotas that begin anew, and of a clock that is put back; part of the store suite. */
import { encodeSettlement, type KeyLimits, type KeyRecord, type Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleExchange, settlementOf, settlementOfCost } from '../samples/index.ts';
import { openWithKey } from './key-with-limits.ts';

const dayMs = 24 * 3_600_000;

/** Settles an exchange whose price is not known, and charges it. */
async function settleQuarantined(store: Store, { id: keyId }: KeyRecord): Promise<void> {
  const record = sampleExchange('x-5', { keyId, chargedNanoUsd: 0, pricing: 'quarantined' });
  const place = { attempt: 1, nanoUsd: 0, listNanoUsd: 0, pricing: 'quarantined' } as const;
  await store.settle(settlementOf(record, { charges: [place] }));
  const price = { exchangeId: 'x-5', attempt: 1, nanoUsd: 1, listNanoUsd: 1, arithmetic: '{}' };
  expect(await store.chargeQuarantined(price)).toBe(true);
}

export function describeReservationPeriods(open: OpenHarness): void {
  describe('reservations in windows and periods', () => {
    it('begins windows with the first call and ends them in time', async (test) => {
      const {
        passTime,
        reserve,
        settle,
        readState: read,
      } = await openWithKey(open, {
        windows: { '5h': 100 },
      });
      if (passTime === undefined) return test.skip('This harness lends no clock.');
      expect((await read()).windows).toStrictEqual({});
      await reserve('x-1', { nanoUsd: 100 });
      await settle('x-1', 100);
      const startedAt = (await read()).windows['5h']?.startedAt ?? Infinity;
      await passTime(4 * 3_600_000);
      const refused = await reserve('x-2', { nanoUsd: 1 });
      expect(refused).toMatchObject({ limit: 'window_5h', retryAt: startedAt + 5 * 3_600_000 });
      await passTime(3_600_000);
      expect(await reserve('x-2', { nanoUsd: 1 })).toMatchObject({ kind: 'granted' });
      expect((await read()).windows['5h']?.startedAt).toBeGreaterThan(startedAt);
    });

    it('begins a quota anew with its period and carries over what is held', async (test) => {
      const {
        passTime,
        reserve,
        settle,
        readState: read,
        store,
      } = await openWithKey(open, {
        quota: { nanoUsd: 100, reset: 'day' },
      });
      if (passTime === undefined) return test.skip('This harness lends no clock.');
      await settle('x-1', 60);
      await reserve('x-2', { nanoUsd: 40 });
      expect(await reserve('x-3', { nanoUsd: 60 })).toMatchObject({ kind: 'refused' });
      await passTime(24 * 3_600_000);
      expect((await read()).quota).toMatchObject({ nanoUsd: 0 });
      expect(await reserve('x-3', { nanoUsd: 60 })).toMatchObject({ kind: 'granted' });
      await settle('x-2', 40);
      expect(await read()).toMatchObject({ spent: 100, quota: { nanoUsd: 40 } });
      expect((await store.checkLedger()).faults).toStrictEqual([]);
    });

    it('begins a quota that is reset in another way after the charges of the same moment', async () => {
      const { store, key, settle, readState: read } = await openWithKey(open, {});
      const never: KeyLimits = { quota: { nanoUsd: 1_000, reset: 'none' } };
      const daily: KeyLimits = { quota: { nanoUsd: 1_000, reset: 'day' } };
      await settle('x-1', 60);
      const settleAll = async (...each: readonly (readonly [id: string, KeyLimits])[]) => {
        const settlements = each.map(([id, limits]) => settlementOfCost(id, { ...key, limits }, 5));
        expect(await store.settleBatch(settlements.map(encodeSettlement))).toStrictEqual([]);
      };
      await settleAll(['x-2', never], ['x-3', daily], ['x-4', never]);
      expect((await store.checkLedger()).faults).toStrictEqual([]);
      await store.changeKey(key.id, { limits: daily });
      expect(await read()).toMatchObject({ spent: 75, quota: { nanoUsd: 10, reset: 'day' } });
    });

    it.for([false, true])(
      'leaves the requests per minute what they owe when the clock is put back (settled before: %s)',
      async (isSettledBefore, test) => {
        const { passTime, reserve, settle } = await openWithKey(open, { requestsPerMinute: 2 });
        if (passTime === undefined) return test.skip('This harness lends no clock.');
        await passTime(3_600_000);
        await reserve('x-1', { nanoUsd: 0 });
        if (isSettledBefore) await settle('x-1', 0);
        await passTime(-3_600_000);
        if (!isSettledBefore) await settle('x-1', 0);
        const kinds = [await reserve('x-2', { nanoUsd: 0 }), await reserve('x-3', { nanoUsd: 0 })];
        expect(kinds).toMatchObject([{ kind: 'granted' }, { limit: 'requests_per_minute' }]);
      },
    );

    it('counts in the period that has begun while the clock is put back before it', async (test) => {
      const limits = { quota: { nanoUsd: 1_000, reset: 'day' } } as const;
      const { passTime, store, key, settle, readState: read } = await openWithKey(open, limits);
      if (passTime === undefined) return test.skip('This harness lends no clock.');
      await settle('x-1', 60);
      const untilMidnight = dayMs - ((await store.readTime()) % dayMs);
      await passTime(untilMidnight);
      await settle('x-2', 30);
      await passTime(-untilMidnight);
      await settle('x-3', 5);
      await settleQuarantined(store, key);
      expect(await read()).toMatchObject({ spent: 96, quota: { nanoUsd: 36 } });
      expect((await store.checkLedger()).faults).toStrictEqual([]);
      await passTime(untilMidnight);
      await settle('x-4', 3);
      expect(await read()).toMatchObject({ spent: 99, quota: { nanoUsd: 39 } });
      expect((await store.checkLedger()).faults).toStrictEqual([]);
    });
  });
}
