/** SQLite stores in temporary folders, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@parley/core/store';
import type { ProcessSupport, StoreHarness } from '@parley/store-suite';
import { onTestFinished } from 'vitest';
import { createSqliteStore } from '../sqlite-store.ts';

/** How the tests start another process that opens the same file. */
export const processSupport: ProcessSupport = {
  module: new URL('./suite-process.ts', import.meta.url),
  execArgv: ['--conditions=parley-source', '--disable-warning=ExperimentalWarning'],
};

/** A path for a database in a folder that is deleted after the test. The file does not exist yet. */
export async function temporaryPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'parley.db');
}

/** An empty database in a file of its own. */
export async function createHarness(): Promise<StoreHarness & { readonly location: string }> {
  const location = await temporaryPath();
  const stores: Store[] = [];
  let ahead = 0;
  const reopen = async (): Promise<Store> => {
    const store = await createSqliteStore({ path: location, now: () => Date.now() + ahead });
    stores.push(store);
    return store;
  };
  const dispose = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
  };
  const passTime = (milliseconds: number): void => {
    ahead += milliseconds;
  };
  const runSql = async (statement: string): Promise<void> => {
    const database = new DatabaseSync(location);
    database.exec(statement);
    database.close();
  };
  return { store: await reopen(), location, reopen, passTime, runSql, dispose };
}
