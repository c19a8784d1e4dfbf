import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError, type Configuration, type Logger, type Store } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import { createDataFolder, databaseName, findDataFolder } from '../start/data-folder.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Where it is, as people are told; no password is in it. */
  readonly description: string;
  /** Whether the embedded store was only made now. */
  readonly isNew: boolean;
}

/**
 * Opens the store that the configuration or the environment names: PostgreSQL by its address, else the
 * embedded one in the data folder; Redis beside either. Drivers are loaded when they are needed.
 * @throws StoreUnavailableError when a server cannot be reached
 */
export async function openStore(
  { store: configured }: Pick<Configuration, 'store'>,
  environment: Environment,
  log: Logger = () => undefined,
): Promise<OpenedStore> {
  const url = configured?.url ?? findDatabaseUrl(environment);
  const redis = configured?.redis ?? environment['PARLEY_REDIS_URL'];
  const opened = url === undefined ? await openEmbedded(environment) : await openServer(url);
  if (redis === undefined || redis === '') return opened;
  const { withRedisRates } = await import('@parley/store-redis');
  const store = await withRedisRates(opened.store, { url: redis, log });
  return { ...opened, store, description: `${opened.description} + ${describe(redis)}` };
}

/** The platform's own variable counts as well. */
export function findDatabaseUrl(environment: Environment): string | undefined {
  return environment['PARLEY_DATABASE_URL'] || environment['DATABASE_URL'] || undefined;
}

async function openEmbedded(environment: Environment): Promise<OpenedStore> {
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
    throw new StoreUnavailableError(`The data folder ${folder} cannot be made: ${reason}`, {
      cause,
    });
  }
}

async function openServer(url: string): Promise<OpenedStore> {
  const { createPostgresStore } = await import('@parley/store-postgres');
  return { store: await createPostgresStore({ url }), description: describe(url), isNew: false };
}

/** An address without its user and its password. */
function describe(url: string): string {
  if (!URL.canParse(url)) return 'a server';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
