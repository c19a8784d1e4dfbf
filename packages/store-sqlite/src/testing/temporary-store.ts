/** SQLite stores in temporary folders, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MessageChannel } from 'node:worker_threads';
import type { Store } from '@parley/core/store';
import { createSqlStore } from '@parley/store-sql';
import type { ProcessSupport, StoreHarness } from '@parley/store-suite';
import { onTestFinished } from 'vitest';
import { createReadingStore, createSqliteStore, openSqliteDatabase } from '../sqlite-store.ts';
import { serveStore } from '../thread/serve-store.ts';
import { startThreadedStore, type WorkerOptions } from '../thread/threaded-store.ts';
import type { StoreThread } from '../thread/worker-channel.ts';
import { writeEmptyStore } from './empty-store.ts';

/** How the tests start another process that opens the same file. */
export const processSupport: ProcessSupport = {
  module: new URL('./suite-process.ts', import.meta.url),
  execArgv: ['--conditions=parley-source', '--disable-warning=ExperimentalWarning'],
};
export const threadedProcessSupport: ProcessSupport = {
  ...processSupport,
  module: new URL('./threaded-process.ts', import.meta.url),
};

/** A path for a database in a folder that is deleted after the test. The file does not exist yet. */
export async function temporaryPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'parley.db');
}

/** An empty database in a file of its own. */
export async function createHarness(): Promise<StoreHarness> {
  let ahead = 0;
  return createHarnessOf({
    open: (path) => createSqliteStore({ path, now: () => Date.now() + ahead }),
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
  });
}

/** The same, with the statements that the query builder writes for databases without their own. */
export async function createBuilderHarness(): Promise<StoreHarness> {
  let ahead = 0;
  return createHarnessOf({
    open: async (path) => {
      const { database, facts, close } = await openSqliteDatabase({ path });
      const { dialect, rowLocks } = facts;
      const now = (): Promise<number> => Promise.resolve(Date.now() + ahead);
      const ofBuilder = { dialect, rowLocks, now, maxValues: 100 };
      return createSqlStore(database, { facts: ofBuilder, closeDatabase: close });
    },
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
  });
}

/**
 * The same, with every store behind messages. A thread for each test would take seconds to start from sources,
 * so both ends of the messages are in this one.
 */
export async function createMessageHarness(): Promise<StoreHarness> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  return createHarnessOf({
    open: (path) => startThreadedStore({ path }, (options) => startBesides(options, now)),
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
  });
}

function startBesides({ role, ...options }: WorkerOptions, now: () => number): StoreThread {
  const { port1, port2 } = new MessageChannel();
  const open = role === 'writer' ? createSqliteStore : createReadingStore;
  serveStore(port2, open({ ...options, now }));
  const terminate = async (): Promise<void> => {
    port1.close();
  };
  return Object.assign(port1, { terminate });
}

interface Openings {
  readonly open: (path: string) => Promise<Store>;
  readonly passTime: (milliseconds: number) => void;
}

async function createHarnessOf({ open, passTime }: Openings): Promise<StoreHarness> {
  const location = await temporaryPath();
  await writeEmptyStore(location);
  const stores: Store[] = [];
  const reopen = async (): Promise<Store> => {
    const store = await open(location);
    stores.push(store);
    return store;
  };
  const dispose = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
  };
  const runSql = async (statement: string): Promise<void> => {
    const database = new DatabaseSync(location);
    database.exec(statement);
    database.close();
  };
  return { store: await reopen(), location, reopen, passTime, runSql, dispose };
}
