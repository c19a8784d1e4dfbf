import { addSampleKey, reservationRequestOf, settlementOfCost } from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { createBuilderHarness, createHarness } from './testing/temporary-store.ts';

it.each([
  ['its own statements', createHarness],
  ['those of the query builder', createBuilderHarness],
])(
  'a reservation that ends with one of two settlements is given back once, with %s',
  async (_, create) => {
    const { store, dispose } = await create();
    onTestFinished(dispose);
    const limits = { quota: { nanoUsd: 1_000, reset: 'none' } } as const;
    const key = await addSampleKey(store, 1, { limits });
    await store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 30 }));
    await store.reserve(reservationRequestOf('x-3', key, { nanoUsd: 50 }));
    const reservation = { id: 'x-1', isLast: true } as const;
    await Promise.all(
      ['x-1', 'x-2'].map((id) => store.settle({ ...settlementOfCost(id, key, 5), reservation })),
    );
    const state = (await store.readKey('key-1'))?.state;
    expect(state).toMatchObject({ spent: 10, reservedNanoUsd: 50, running: 1 });
    expect((await store.checkLedger()).faults).toEqual([]);
  },
);
