/** Opens the embedded store in the data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import type { OpenedStore } from '../store/open-store.ts';
import { createDataFolder, databaseName, findDataFolder } from './data-folder.ts';

/** @throws StoreUnavailableError when the folder cannot be created or the file cannot be opened */
export async function openEmbeddedStore(environment: Environment): Promise<OpenedStore> {
  const folder = findDataFolder(environment);
  const path = join(folder, databaseName);
  const isNew = !existsSync(path);
  prepareFolder(folder);
  const { createSqliteStore } = await import('@parley/store-sqlite');
  return { store: await createSqliteStore({ path }), description: path, isNew };
}

/** @throws StoreUnavailableError with the folder's name */
function prepareFolder(folder: string): void {
  try {
    createDataFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreUnavailableError(`The data folder ${folder} cannot be created: ${reason}`, {
      cause,
    });
  }
}
