/** Several gateway processes with one store, for the money tests. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createKeySecret,
  type KeyLimits,
  type KeyRecord,
  type LedgerReport,
  type Store,
} from '@parley/core';
import { createPostgresStore } from '@parley/store-postgres';
import { createSqliteStore } from '@parley/store-sqlite';
import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import { createFolder, startProcess, type ParleyProcess } from '../parley.ts';

/** The store that the processes of a fleet share. */
export interface TestStore {
  readonly name: 'sqlite' | 'postgres' | 'redis';
  /** The URL of a database that nothing else uses. */
  readonly postgres?: string;
  /** Another URL by which the gateways reach the database, such as a proxy. */
  readonly proxy?: string;
  readonly redis?: string;
}

/** Several gateways with one scripted upstream and one store. */
export interface Fleet {
  readonly upstream: ScriptedUpstream;
  readonly processes: ParleyProcess[];
  /** The same store, opened by the test. */
  readonly store: Store;
  /** Starts one more process. */
  start(): Promise<ParleyProcess>;
  /** Creates a key and returns its id and secret. */
  createKey(limits: KeyLimits): Promise<{ readonly id: string; readonly secret: string }>;
  checkLedger(): Promise<LedgerReport>;
  close(): Promise<void>;
}

/**
 * Dollars per million tokens and per thousand uses, chosen so that the price of each is a whole number of nanoUsd: the
 * list price of the model, and the sale price of the call name `sold`.
 */
export const prices = {
  'up/model': { input: 1, output: 10, fees: { request: 0.01, web_search: 0.05 } },
  sold: { input: 2, output: 30, fees: { web_search: 0.07 } },
} as const;

export async function startFleet(testStore: TestStore, size: number): Promise<Fleet> {
  const upstream = await createScriptedUpstream();
  const folder = await createFolder(configure(upstream.url));
  const environment = {
    ...(testStore.postgres !== undefined && {
      PARLEY_DATABASE_URL: testStore.proxy ?? testStore.postgres,
    }),
    ...(testStore.redis !== undefined && { PARLEY_REDIS_URL: testStore.redis }),
  };
  const processes: ParleyProcess[] = [];
  const start = async (): Promise<ParleyProcess> => {
    const started = await startProcess(folder, environment);
    processes.push(started);
    return started;
  };
  await start();
  await Promise.all(Array.from({ length: size - 1 }, start));
  const store =
    testStore.postgres === undefined
      ? await createSqliteStore({ path: join(folder, 'data', 'parley.db') })
      : await createPostgresStore({ url: testStore.postgres });
  return {
    upstream,
    processes,
    store,
    start,
    createKey: (limits) => createKey(store, limits),
    checkLedger: () => store.checkLedger(),
    async close() {
      await Promise.all(processes.map((running) => running.end('SIGTERM')));
      await store.close();
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the configuration as JSON, which is valid YAML. */
function configure(url: string): string {
  return JSON.stringify({
    upstreams: {
      up: {
        provider: 'openai-compatible',
        base_url: `${url}/v1`,
        credential: 'x',
        models: ['model'],
      },
    },
    models: { sold: { targets: [{ upstream: 'up', model: 'model' }] } },
    prices: [{ match: 'up/*', ...prices['up/model'] }],
    sale_prices: [{ model: 'sold', ...prices.sold }],
  });
}

async function createKey(
  store: Store,
  limits: KeyLimits,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { secret, hash, display } = await createKeySecret();
  const createdAt = Date.now();
  const id = crypto.randomUUID();
  const key: KeyRecord = {
    id,
    name: 'money',
    accountId: 'default',
    groups: ['default'],
    limits,
    createdAt,
    disabled: false,
  };
  await store.addKey(key, { keyId: id, hash, display, createdAt });
  return { id, secret };
}
