import * as fc from 'fast-check';
import { it } from 'vitest';
import { keys, owners, type Action } from '../../testing/ledger-actions.ts';
import { LedgerTrial } from '../../testing/ledger-trial.ts';

const amount = fc.integer({ min: 0, max: 60 });
const pick = fc.nat(1_000);
const owner = fc.constantFrom(...owners);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      key: fc.constantFrom(...keys),
      least: amount,
      more: amount,
      ahead: fc.nat(5),
      last: fc.boolean(),
      owner,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      pick,
      nanoUsd: amount,
      again: amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle ahead' as const),
      pick,
      nanoUsd: amount,
      taken: amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settle unheld' as const),
      key: fc.constantFrom(...keys),
      nanoUsd: amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      pick,
      more: fc.integer({ min: -60, max: 60 }),
      overdraft: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), owner }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      nanoUsd: fc.integer({ min: -40, max: 80 }),
      id: fc.nat(30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 15, 46, 3_600, 5 * 3_600, 86_400, 31 * 86_400),
    }),
  },
);

it('keeps every total, and grants never exceed a limit, for any order of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 80, size: 'max' }), async (steps) => {
      const trial = new LedgerTrial();
      await trial.run({ kind: 'credit', id: 99, nanoUsd: 80 });
      for (const step of steps) {
        await trial.run(step);
        await trial.expectBalance();
      }
    }),
    { numRuns: 300 },
  );
});
