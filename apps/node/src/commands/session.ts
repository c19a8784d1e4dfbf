/** Opens the configuration and the store for one command and closes them again. */
import type { ConfigurationOperator } from '@parley/admin';
import {
  createCircuitBreaker,
  createManagedConfiguration,
  createRateLimitCooldowns,
  createSecretCipher,
  readSecretKeys,
  settleLeft,
} from '@parley/core/extension';
import {
  createProcessLogger,
  findDataFolder,
  openSettlementOutbox,
  loadFromDisk,
  openEmbeddedStore,
  readSecretVariables,
  type DiskConfiguration,
} from '@parley/host/disk';
import { findSecretKey, openStore, type Environment } from '@parley/host';
import { UsageError } from './failure.ts';

/** The open store and the loaded configuration. */
export interface Session {
  readonly environment: Environment;
  readonly loaded: DiskConfiguration;
  readonly operator: ConfigurationOperator;
}

export interface SessionOptions {
  readonly config?: string | undefined;
  readonly data?: string | undefined;
}

const clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Runs the work with an open session; the store is closed afterwards, also when the work fails. */
export async function withSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const environment = chooseEnvironment(options);
  const loaded = loadFor(options);
  const chosenKey = findSecretKey(environment);
  const log = createProcessLogger('warn');
  const {
    store,
    isNew,
    secretKey: keptKey,
  } = await openStore({
    configuration: loaded.configuration,
    environment,
    openOwn: () => openEmbeddedStore(environment, log),
  });
  const secretKey = chosenKey ?? keptKey;
  const encryption = secretKey !== undefined && {
    cipher: createSecretCipher(readSecretKeys(secretKey)),
  };
  try {
    // A store that was created just now is not the one that ended processes wrote to.
    if (!isNew) {
      const outbox = openSettlementOutbox(findDataFolder(environment), log);
      await settleLeft({ store, clock, log, outbox });
    }
    const configuration = createManagedConfiguration({
      store,
      clock,
      log,
      host: loaded.configuration,
      ...encryption,
    });
    await configuration.refreshNow();
    const groups = () => new Set(configuration.snapshot().groups.keys());
    const isConfigured = (name: string) => configuration.snapshot().upstreams.has(name);
    const health = createCircuitBreaker({ clock, isConfigured });
    const cooldowns = createRateLimitCooldowns(clock);
    const parts = { store, clock, groups, configuration, health, cooldowns, ...encryption };
    const operator = { ...parts, actor: 'cli' };
    return await work({ environment, loaded, operator });
  } finally {
    await store.close();
  }
}

/** @throws ConfigurationFileError and ConfigurationError */
export function loadFor(options: SessionOptions): DiskConfiguration {
  const environment = chooseEnvironment(options);
  return loadFromDisk({
    requested: options.config,
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
