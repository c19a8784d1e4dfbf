import {
  addSampleKey,
  reservationRequestOf,
  sampleExchange,
  settlementOf,
  settlementOfCost,
  settleSample,
} from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { createBuilderHarness, createHarness } from './testing/temporary-store.ts';

it('the check of the ledger names every total that differs from its rows', async () => {
  const { store, runSql, dispose } = await createHarness();
  onTestFinished(dispose);
  await addSampleKey(store, 1);
  await settleSample(store, 'x-1');
  expect((await store.checkLedger()).faults).toEqual([]);
  await runSql?.('update account_states set granted = 1, spent = spent + 1, reserved = 1');
  await runSql?.(
    `update key_states set spent = spent + 1, quota_nano_usd = 0, reserved_nano_usd = 1,
     reserved_tokens = 1, running = 1`,
  );
  await runSql?.('update exchanges set charged_nano_usd = 1');
  const { faults } = await store.checkLedger();
  expect(faults.map(({ subject, id, total }) => [subject, id, total])).toEqual([
    ['account', 'default', 'granted'],
    ['account', 'default', 'spent'],
    ['account', 'default', 'reserved'],
    ['key', 'key-1', 'spent'],
    ['key', 'key-1', 'quota'],
    ['key', 'key-1', 'reserved'],
    ['key', 'key-1', 'reserved_tokens'],
    ['key', 'key-1', 'running'],
    ['exchange', 'x-1', 'charged'],
  ]);
  expect(faults.map(({ stated, counted }) => [stated, counted])).toEqual([
    ...[
      [1, 0],
      [1_801, 1_800],
      [1, 0],
    ],
    ...[
      [1_801, 1_800],
      [0, 1_800],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
    [1, 1_800],
  ]);
});

it.each([
  ['its own statements', createHarness],
  ['those of the query builder', createBuilderHarness],
])('the check of the ledger counts what there is, and what waits, with %s', async (_, create) => {
  const { store, passTime, dispose } = await create();
  onTestFinished(dispose);
  const key = await addSampleKey(store, 1, {
    limits: { quota: { nanoUsd: 1_000, reset: 'none' } },
  });
  const hold = (id: string, lifeMs: number) =>
    store.reserve(reservationRequestOf(id, key, { nanoUsd: 30, lifeMs }));
  await store.credit({ id: 'c-1', kind: 'top-up', accountId: key.accountId, nanoUsd: 100 });
  await store.settle(settlementOfCost('x-1', key, 40));
  const record = sampleExchange('x-2', { pricing: 'quarantined', chargedNanoUsd: 0 });
  const waiting = { attempt: 1, nanoUsd: 0, listNanoUsd: 0, pricing: 'quarantined' } as const;
  await store.settle(settlementOf(record, { charges: [waiting] }));
  await hold('x-3', 10);
  await hold('x-4', 60_000);
  await hold('x-5', 60_000);
  await passTime?.(1_000);
  expect(await store.checkLedger()).toEqual({
    ...{ accounts: 1, keys: 1, entries: 3, openReservations: 3, expiredReservations: 1 },
    ...{ granted: 100, spent: 40, reserved: 90, quarantinedCharges: 1 },
    faults: [],
  });
});

it('the check of the ledger lists a hundred faults at most', async () => {
  const { store, runSql, dispose } = await createHarness();
  onTestFinished(dispose);
  const ids = Array.from({ length: 101 }, (_, index) => `x-${String(index)}`);
  const key = await addSampleKey(store, 1);
  await Promise.all(ids.map((id) => store.settle(settlementOfCost(id, key, 1))));
  await runSql?.('update exchanges set charged_nano_usd = 2');
  expect((await store.checkLedger()).faults).toHaveLength(100);
});
