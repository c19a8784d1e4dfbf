/** Opens the store that the configuration or the environment names. */
import type { Configuration, Logger, Store } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Where it is, as people are told; no password is in it. */
  readonly description: string;
  /** Whether it was only made now. */
  readonly isNew: boolean;
}

export interface StoreSettings {
  readonly configuration: Pick<Configuration, 'store'>;
  readonly environment: Environment;
  readonly log?: Logger;
  /** Opens the host's own store, where neither configuration nor environment names a server. */
  readonly openOwn: () => Promise<OpenedStore>;
  /** Connections to PostgreSQL at most; 10 unless told. */
  readonly poolSize?: number;
}

/**
 * Opens PostgreSQL by its address, else the host's own store; Redis beside either. Drivers are loaded
 * when they are needed.
 * @throws StoreUnavailableError when a server cannot be reached
 */
export async function openStore(settings: StoreSettings): Promise<OpenedStore> {
  const { configuration, environment, log = () => undefined } = settings;
  const url = configuration.store?.url ?? findDatabaseUrl(environment);
  const redis = configuration.store?.redis ?? environment['PARLEY_REDIS_URL'];
  const opened =
    url === undefined ? await settings.openOwn() : await openServer(url, settings.poolSize);
  if (redis === undefined || redis === '') return opened;
  const { withRedisRates } = await import('@parley/store-redis');
  const store = await withRedisRates(opened.store, { url: redis, log });
  return { ...opened, store, description: `${opened.description} + ${describe(redis)}` };
}

/** The platform's own variable counts as well. */
export function findDatabaseUrl(environment: Environment): string | undefined {
  return environment['PARLEY_DATABASE_URL'] || environment['DATABASE_URL'] || undefined;
}

async function openServer(url: string, poolSize?: number): Promise<OpenedStore> {
  const { createPostgresStore } = await import('@parley/store-postgres');
  const store = await createPostgresStore({ url, ...(poolSize !== undefined && { poolSize }) });
  return { store, description: describe(url), isNew: false };
}

/** An address without its user and its password. */
function describe(url: string): string {
  if (!URL.canParse(url)) return 'a server';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
