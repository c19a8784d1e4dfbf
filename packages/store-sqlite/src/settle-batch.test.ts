import { encodeSettlement } from '@parley/core/store';
import { addSampleKey, sampleExchange, settlementOf, settlementOfCost } from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteStore } from './sqlite-store.ts';
import { createHarness, temporaryPath } from './testing/temporary-store.ts';

it('an exchange with a number that is too large is refused in a batch, alone', async () => {
  const { store, dispose } = await createHarness();
  onTestFinished(dispose);
  const batch = [sampleExchange('x-1', { durationMs: 2 ** 60 }), sampleExchange('x-2')];
  const failed = await store.settleBatch(
    batch.map((record) => encodeSettlement(settlementOf(record))),
  );
  expect(failed).toEqual([{ index: 0, reason: expect.any(String) as string }]);
  expect(await store.findExchange('x-1')).toBeUndefined();
  expect(await store.findExchange('x-2')).toBeDefined();
});

it('a settlement that makes a total too large is refused in a batch, alone', async () => {
  const { store, dispose } = await createHarness();
  onTestFinished(dispose);
  const key = await addSampleKey(store, 1);
  await store.settle(settlementOfCost('x-1', key, Number.MAX_SAFE_INTEGER - 10));
  const batch = [settlementOfCost('x-2', key, 11), settlementOfCost('x-3', key, 5)];
  const failed = await store.settleBatch(batch.map(encodeSettlement));
  expect(failed).toEqual([{ index: 0, reason: expect.any(String) as string }]);
  expect(await store.checkLedger()).toMatchObject({ entries: 2, faults: [] });
});

it('a batch pauses before each of its settlements is decoded, recorded, applied and charged', async () => {
  let pauses = 0;
  const pause = (): void => {
    pauses += 1;
  };
  const store = await createSqliteStore({ path: await temporaryPath(), pause });
  onTestFinished(() => store.close());
  const key = await addSampleKey(store, 1);
  const batch = [settlementOfCost('x-1', key, 5), settlementOfCost('x-2', key, 5)];
  expect(await store.settleBatch(batch.map(encodeSettlement))).toEqual([]);
  expect(pauses).toBe(2 * 4);
});
