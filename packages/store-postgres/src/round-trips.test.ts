/** Counts how often the store waits for a server that is far away. */
import type { KeyRecord, Store } from '@parley/core/store';
import {
  addSampleKey,
  createServerProxy,
  reservationRequestOf,
  settlementOfCost,
} from '@parley/store-suite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

it('x', async () => {
  const { url, drop } = await createSchema();
  onTestFinished(drop);
  const proxy = await createServerProxy(url);
  onTestFinished(() => proxy.close());
  const store = await createPostgresStore({ url: proxy.url, poolSize: 2 });
  onTestFinished(() => store.close());
  const key = await addSampleKey(store, 1, { limits: { quota: { nanoUsd: 1e9, reset: 'none' } } });
  const free = await addSampleKey(store, 2, { limits: {} });
  proxy.delay(20);
  const count = async (name: string, run: () => Promise<unknown>) => {
    const before = proxy.countRoundTrips();
    const start = performance.now();
    await run();
    console.log(name, proxy.countRoundTrips() - before, Math.round(performance.now() - start), 'ms');
  };
  const hash = (n: number) => n.toString(16).padStart(64, '0');
  const many = Array.from({ length: 50 }, (_, i) => `y-${i}`);
  await count('findKey', () => store.findKey(hash(1)));
  await count('findKey x10', () => Promise.all(Array.from({length: 10}, () => store.findKey(hash(1)))));
  await count('reserve first', () => store.reserve(reservationRequestOf('x-1', key, { nanoUsd: 5 })));
  await count('reserve second', () => store.reserve(reservationRequestOf('x-2', key, { nanoUsd: 5 })));
  await count('settle first', () => store.settle(settlementOfCost('x-1', key, 5)));
  await count('settle second', () => store.settle(settlementOfCost('x-2', key, 5)));
  await count('settle free', () => store.settle(settlementOfCost('f-1', free, 5)));
  await count('settle free second', () => store.settle(settlementOfCost('f-2', free, 5)));
  await count('reserve 50', () => Promise.all(many.map((id) => store.reserve(reservationRequestOf(id, key, { nanoUsd: 5 })))));
  await count('settle 50', () => Promise.all(many.map((id) => store.settle(settlementOfCost(id, key, 5)))));
  await count('renew', () => store.renewReservations('owner', 1000));
  await count('free', () => store.freeExpired());
  await count('reserve', () => store.reserve(reservationRequestOf('x-9', key, { nanoUsd: 5 })));
  await count('release', () => store.release('x-9'));
  await count('check', () => store.check());
  await count('version', () => store.readEntityVersion());
});
