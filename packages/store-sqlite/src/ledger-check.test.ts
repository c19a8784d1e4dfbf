import { addSampleKey, settleSample } from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { createHarness } from './testing/temporary-store.ts';

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
