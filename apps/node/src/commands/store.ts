import { join } from 'node:path';
import type { Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import type { Environment } from '../configuration/substitution.ts';
import { createDataFolder, databaseName, findDataFolder } from '../start/data-folder.ts';

/** Opens the store for one piece of work and closes it again. */
export async function useStore<Result>(
  environment: Environment,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = findDataFolder(environment);
  createDataFolder(folder);
  const store = await createSqliteStore({ path: join(folder, databaseName) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
