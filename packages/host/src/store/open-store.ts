/** Opens the store that the configuration or the environment names. */
import type { Configuration, Logger, Store } from '@parley/core';
import type { ClockDifference } from '@parley/store-postgres';
import type { Environment } from '../configuration/substitution.ts';
import { logUpgrades } from './upgrade-log.ts';

/** A store that is ready for use, and what operators see of it. */
export interface OpenedStore {
  readonly store: Store;
  /** The location without a password, for messages. */
  readonly description: string;
  /** Whether the store was created just now. */
  readonly isNew: boolean;
  /** The secret key that the host keeps beside its own store, for where the environment has none. */
  readonly secretKey?: string | undefined;
}

/** Where the store is, and how it is opened. */
export interface StoreSettings {
  readonly configuration: Pick<Configuration, 'store'>;
  readonly environment: Environment;
  readonly log?: Logger;
  /** Opens the store of the host when neither the file nor the environment names a database. */
  readonly openOwnStore: () => Promise<OpenedStore>;
  /** Maximum number of connections to PostgreSQL; 10 by default. */
  readonly poolSize?: number | undefined;
  /** Whether PostgreSQL's tables of an earlier version are upgraded, rather than refused; true by default. */
  readonly upgrades?: boolean;
  /** Whether PostgreSQL's tables are created where there are none, rather than refused; true by default. */
  readonly creates?: boolean;
}

/**
 * Opens PostgreSQL when its URL is set, otherwise the store of the host, and adds Redis when its URL is set.
 * Drivers are loaded when they are needed.
 * @throws StoreUnavailableError when a server cannot be reached
 * @throws StoreVersionError when the tables are of a newer version, or of an earlier one and are not to be upgraded
 * @throws StoreEmptyError when there are no tables and none are to be created
 */
export async function openStore(settings: StoreSettings): Promise<OpenedStore> {
  const { configuration, environment, log = () => undefined } = settings;
  const url = findStoreUrl(configuration, environment);
  const redis = findRedisUrl(configuration, environment);
  const opened =
    url === undefined ? await settings.openOwnStore() : await openServer(url, settings);
  if (redis === undefined) return opened;
  const { withRedisRates } = await import('@parley/store-redis');
  const store = await withRedisRates(opened.store, { url: redis, log });
  return { ...opened, store, description: `${opened.description} + ${describe(redis)}` };
}

/** The URL of PostgreSQL; `undefined` when the host's own store is used. */
export function findStoreUrl(
  configuration: Pick<Configuration, 'store'>,
  environment: Environment,
): string | undefined {
  return configuration.store?.url ?? findDatabaseUrl(environment);
}

/** The URL of Redis; `undefined` when the store keeps the rates as well. */
export function findRedisUrl(
  configuration: Pick<Configuration, 'store'>,
  environment: Environment,
): string | undefined {
  return (configuration.store?.redis ?? environment['PARLEY_REDIS_URL']) || undefined;
}

/** Waits for an answer of Redis. @throws Error with the reason when there is none */
export async function checkRedis(url: string): Promise<void> {
  const { checkRedisServer } = await import('@parley/store-redis');
  await checkRedisServer(url);
}

/** Compares the clock of PostgreSQL with that of this machine. @throws StoreUnavailableError when PostgreSQL cannot be reached */
export async function compareClock(url: string): Promise<ClockDifference> {
  const { compareServerClock } = await import('@parley/store-postgres');
  return compareServerClock({ url });
}

/** `PARLEY_DATABASE_URL`, otherwise `DATABASE_URL`, which platforms set. */
export function findDatabaseUrl(environment: Environment): string | undefined {
  return environment['PARLEY_DATABASE_URL'] || environment['DATABASE_URL'] || undefined;
}

async function openServer(
  url: string,
  { poolSize, upgrades = true, creates, log }: StoreSettings,
): Promise<OpenedStore> {
  const { createPostgresStore } = await import('@parley/store-postgres');
  const store = await createPostgresStore({
    url,
    poolSize,
    upgrades,
    creates,
    onUpgrade: log && logUpgrades(log),
  });
  return { store, description: describe(url), isNew: false };
}

/** The URL without user and password. */
function describe(url: string): string {
  if (!URL.canParse(url)) return 'a server';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
