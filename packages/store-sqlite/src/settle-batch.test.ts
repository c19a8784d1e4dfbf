import { encodeSettlement } from '@parley/core/store';
import { sampleExchange, settlementOf } from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { createHarness } from './testing/temporary-store.ts';

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
