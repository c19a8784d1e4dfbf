/** Tests of windows and of quotas that begin anew; part of the store suite. */
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { openWithKey } from './key-with-limits.ts';

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
  });
}
