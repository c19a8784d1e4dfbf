/** Opens the configuration and the store for one command and closes them again. */
import type { ConfigurationOperator } from '@parley/admin';
import { systemClock, type Logger, type Store } from '@parley/core';
import { StoreEmptyError } from '@parley/core/store';
import {
  createCircuitBreaker,
  createManagedConfiguration,
  createRateLimitCooldowns,
  createSecretCipher,
  readSecretKeys,
} from '@parley/core/extension';
import {
  createProcessLogger,
  findDataFolder,
  findEmbeddedStore,
  loadFromDisk,
  openEmbeddedStore,
  readSecretVariables,
  type DiskConfiguration,
} from '@parley/host/disk';
import { findSecretKey, findStoreUrl, openStore, type Environment } from '@parley/host';
import { UsageError } from './failure.ts';
import { settleOutbox } from './settle-outbox.ts';

/** The open store and the loaded configuration. */
export interface Session {
  readonly environment: Environment;
  readonly loaded: DiskConfiguration;
  readonly operator: ConfigurationOperator;
}

/** The options of a command that select its configuration and its store. */
export interface SessionOptions {
  /** The configuration file. */
  readonly config?: string | undefined;
  /** The data folder. */
  readonly data?: string | undefined;
}

const clock = systemClock;

/**
 * Runs the work with an open session; the store is closed afterwards, also when the work fails.
 * @throws StoreVersionError when the store has tables of another version: only a start of a gateway upgrades them
 */
export function withSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return runSession(options, work, true);
}

/** The same without creating tables in an empty database server. @throws StoreEmptyError when it is empty */
export function withExistingSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return runSession(options, work, false);
}

/** @param creates whether tables are created in an empty database server */
async function runSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
  creates: boolean,
): Promise<Result> {
  const environment = chooseEnvironment(options);
  const loaded = loadFor(options);
  const chosenKey = findSecretKey(environment);
  const log = createProcessLogger('warn');
  const { store, isNew, secretKey } = await openStore({
    configuration: loaded.configuration,
    environment,
    openOwnStore: () => openEmbeddedStore(environment, log),
    upgrades: false,
    creates,
  });
  try {
    // A store that was created just now is not the one that ended processes wrote to.
    if (!isNew) await settleOutbox(store, findDataFolder(environment));
    const parts = { store, loaded, log, secretKey: chosenKey ?? secretKey };
    return await work({ environment, loaded, operator: await createOperator(parts) });
  } finally {
    await store.close();
  }
}

/** The same for work that only reads: where no store was created yet, it gets an empty one, which is not kept. */
export async function withReadingSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  if (findMissingStore(options) !== undefined) return withEmptySession(options, work);
  try {
    return await withExistingSession(options, work);
  } catch (error) {
    if (!(error instanceof StoreEmptyError)) throw error;
    return withEmptySession(options, work);
  }
}

/** The same without the store: the work gets an empty one, which is not kept. */
export async function withEmptySession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { createMemoryStore } = await import('@parley/core/memory-store');
  const environment = chooseEnvironment(options);
  const loaded = loadFor(options);
  const [store, secretKey] = [createMemoryStore(), findSecretKey(environment)];
  const log = createProcessLogger('warn');
  const operator = await createOperator({ store, loaded, log, secretKey });
  return work({ environment, loaded, operator });
}

/** The path of the embedded store where it is used, but was not created yet. */
export function findMissingStore(options: SessionOptions): string | undefined {
  const environment = chooseEnvironment(options);
  if (findStoreUrl(loadFor(options).configuration, environment) !== undefined) return undefined;
  const { path, exists } = findEmbeddedStore(environment);
  return exists ? undefined : path;
}

interface OperatorParts {
  readonly store: Store;
  readonly loaded: DiskConfiguration;
  readonly log: Logger;
  /** Decrypts the credentials in the store; undefined where the host has none. */
  readonly secretKey: string | undefined;
}

/** Creates what the functions of the admin API need, with the configuration that is in the file and in the store. */
async function createOperator(parts: OperatorParts): Promise<ConfigurationOperator> {
  const { store, loaded, log, secretKey } = parts;
  // A gateway that starts needs no operator.
  const { groupsOf } = await import('@parley/admin');
  const encryption = secretKey !== undefined && {
    cipher: createSecretCipher(readSecretKeys(secretKey)),
  };
  const host = loaded.configuration;
  const configuration = createManagedConfiguration({ store, clock, log, host, ...encryption });
  await configuration.refreshNow();
  const isConfigured = (name: string) => configuration.snapshot().upstreams.has(name);
  const health = createCircuitBreaker({ clock, isConfigured });
  const cooldowns = createRateLimitCooldowns(clock);
  const parties = { ...groupsOf(configuration), actor: 'cli' };
  return { store, clock, configuration, health, cooldowns, ...encryption, ...parties };
}

/** @throws ConfigurationFileError and ConfigurationError */
export function loadFor(options: SessionOptions): DiskConfiguration {
  const environment = chooseEnvironment(options);
  return loadFromDisk({
    configurationFile: options.config,
    environment,
    workingFolder: process.cwd(),
    dataFolder: findDataFolder(environment),
  });
}

/**
 * The environment, with `--data` in place of `PARLEY_DATA` and with secrets read from their files.
 * @throws UsageError when an option is empty: an unset shell variable must not select other data
 * @throws ConfigurationError when a secret cannot be read
 */
export function chooseEnvironment({ config, data }: SessionOptions): Environment {
  if (config === '') throw new UsageError('--config needs a value.');
  if (data === '') throw new UsageError('--data needs a value.');
  const environment = readSecretVariables(process.env);
  return data === undefined ? environment : { ...environment, PARLEY_DATA: data };
}
