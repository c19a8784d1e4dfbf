/** A store with Redis rates for tests; used by the store's contract and outage tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@parley/core/store';
import { createSqliteStore } from '@parley/store-sqlite';
import { writeEmptyStore } from '@parley/store-sqlite/testing';
import type { StoreHarness } from '@parley/store-suite';
import { Redis } from 'ioredis';
import { withRedisRates } from '../redis-rates.ts';

/** The server for tests; absent when there is none. */
export const serverUrl = process.env['PARLEY_TEST_REDIS_URL'];

/** An empty database file and an empty Redis. */
export async function createHarness(): Promise<StoreHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  await emptyRedis();
  const path = join(folder, 'parley.db');
  await writeEmptyStore(path);
  const stores: Store[] = [];
  let ahead = 0;
  const reopen = async (): Promise<Store> => {
    const inner = await createSqliteStore({ path, now: () => Date.now() + ahead });
    const store = await withRedisRates(inner, { url: serverUrl ?? '' });
    stores.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    // Redis uses its own clock, but its data matters for no longer than a minute.
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
    async runSql(statement) {
      const database = new DatabaseSync(path);
      database.exec(statement);
      database.close();
    },
    async dispose() {
      await Promise.all(stores.map((store) => store.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function emptyRedis(): Promise<void> {
  const redis = new Redis(serverUrl ?? '');
  await redis.flushall();
  redis.disconnect();
}
