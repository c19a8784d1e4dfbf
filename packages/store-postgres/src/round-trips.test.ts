/** Counts how often the store waits for a server that is 20 ms away. */
import type { Store } from '@parley/core/store';
import {
  addSampleKey,
  createServerProxy,
  reservationRequestOf,
  sampleHash,
  settlementOfCost,
} from '@parley/store-suite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const limits = { quota: { nanoUsd: 1_000_000, reset: 'none' }, requestsPerMinute: 6_000 } as const;

/** A store whose server is far away, and a function that counts the round trips of what it runs. */
async function openFarStore() {
  const { url, drop } = await createSchema();
  onTestFinished(drop);
  const proxy = await createServerProxy(url);
  onTestFinished(() => proxy.close());
  const store = await createPostgresStore({ url: proxy.url, poolSize: 2 });
  onTestFinished(() => store.close());
  const limited = await addSampleKey(store, 1, { limits });
  const daily = await addSampleKey(store, 2, {
    limits: { quota: { nanoUsd: 1_000_000, reset: 'day' }, windows: { '5h': 1_000_000 } },
  });
  const free = await addSampleKey(store, 3);
  // Both connections are open, as in a gateway that has served requests.
  await Promise.all([store.check(), store.readEntityVersion()]);
  proxy.delay(20);
  const count = async (run: (store: Store) => Promise<unknown>): Promise<number> => {
    const before = proxy.countRoundTrips();
    await run(store);
    return proxy.countRoundTrips() - before;
  };
  return { store, limited, daily, free, count };
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe.skipIf(serverUrl === undefined)('round trips to a server that is far away', () => {
  it('are one for a reservation, whatever it limits, from the first on', async () => {
    const { limited, count } = await openFarStore();
    const reserve = (id: string, ahead: number) => (store: Store) =>
      store.reserve({ ...reservationRequestOf(id, limited, { nanoUsd: 5 }), ahead });
    expect(await count(reserve('x-1', 0))).toBe(1);
    expect(await count(reserve('x-2', 0))).toBe(1);
    expect(await count(reserve('x-3', 20))).toBe(1);
    expect(
      await count((store) =>
        Promise.all(range(50).map((index) => reserve(`y-${String(index)}`, 0)(store))),
      ),
    ).toBe(1);
  });

  it('are two for a reservation that begins a period, and one for the next', async () => {
    const { daily, count } = await openFarStore();
    const reserve = (id: string) => (store: Store) =>
      store.reserve(reservationRequestOf(id, daily, { nanoUsd: 5 }));
    expect(await count(reserve('x-1'))).toBe(2);
    expect(await count(reserve('x-2'))).toBe(1);
  });

  it('are two for a refusal', async () => {
    const { limited, count } = await openFarStore();
    const refused = (id: string) => async (store: Store) => {
      const request = reservationRequestOf(id, limited, { nanoUsd: 2_000_000 });
      expect(await store.reserve(request)).toMatchObject({ kind: 'refused', limit: 'key_quota' });
    };
    expect(await count(refused('x-1'))).toBe(2);
    expect(await count(refused('x-2'))).toBe(2);
  });

  it('are two for any number of settlements', async () => {
    const { store, limited, free, count } = await openFarStore();
    const ids = range(100).map((index) => `x-${String(index)}`);
    await Promise.all(
      ids.map((id) => store.reserve(reservationRequestOf(id, limited, { nanoUsd: 5 }))),
    );
    const settle = (key: typeof limited, some: readonly string[]) => (far: Store) =>
      Promise.all(some.map((id) => far.settle(settlementOfCost(id, key, 5))));
    expect(await count(settle(limited, ids))).toBe(2);
    expect(await count(settle(free, ['y-1']))).toBe(2);
    expect(await count(settle(free, ['y-2']))).toBe(2);
    expect(await store.checkLedger()).toMatchObject({ entries: 102, reserved: 0, faults: [] });
  });

  it('are few for everything else that runs beside exchanges', async () => {
    const { store, limited, count } = await openFarStore();
    await store.reserve(reservationRequestOf('x-1', limited, { nanoUsd: 5 }));
    const { id: keyId, accountId } = limited;
    const extension = { id: 'x-1', keyId, accountId, limits, moreTokens: 0, overdraft: false };
    const found = range(10).map((index) => sampleHash(index));
    expect({
      findKeys: await count((far) => Promise.all(found.map((hash) => far.findKey(hash)))),
      extend: await count((far) => far.extendReservation({ ...extension, moreNanoUsd: 7 })),
      renew: await count((far) => far.renewReservations('process-1', 60_000)),
      sweep: await count((far) => far.releaseExpired()),
      release: await count((far) => far.release('x-1', limits)),
      configuration: await count((far) => far.readEntityVersion()),
    }).toEqual({ findKeys: 1, extend: 2, renew: 1, sweep: 1, release: 3, configuration: 1 });
  });
});
