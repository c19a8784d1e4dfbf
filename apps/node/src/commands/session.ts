import {
  createCircuitBreaker,
  createManagedConfiguration,
  createSecretCipher,
  readSecretKey,
  type ConfigurationOperator,
} from '@parley/admin';
import {
  createProcessLogger,
  findDataFolder,
  loadFromDisk,
  openEmbeddedStore,
  readSecretVariables,
  type DiskConfiguration,
} from '@parley/host/disk';
import { findSecretKey, openStore, type Environment } from '@parley/host';
import { UsageError } from './failure.ts';

/** What a command works with. */
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

/** Opens the configuration and the store for one piece of work and closes them again. */
export async function withSession<Result>(
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const environment = chooseEnvironment(options);
  const loaded = loadFor(options);
  const secretKey = findSecretKey(environment);
  const sealing = secretKey !== undefined && {
    cipher: createSecretCipher(readSecretKey(secretKey)),
  };
  const { store } = await openStore({
    configuration: loaded.configuration,
    environment,
    openOwn: () => openEmbeddedStore(environment),
  });
  try {
    const configuration = createManagedConfiguration({
      store,
      clock,
      log: createProcessLogger('warn'),
      host: loaded.configuration,
      ...sealing,
    });
    await configuration.refreshNow();
    const groups = () => new Set(configuration.snapshot().groups.keys());
    const isConfigured = (name: string) => configuration.snapshot().upstreams.has(name);
    const health = createCircuitBreaker({ clock, isConfigured });
    const operator = { store, clock, actor: 'cli', groups, configuration, health, ...sealing };
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
 * The environment with what was said on the command line in its place, and with the secrets that it
 * keeps in files.
 * @throws UsageError when that is empty: a shell's unset variable must not lead to other data
 * @throws ConfigurationError when a secret cannot be read
 */
export function chooseEnvironment({ config, data }: SessionOptions): Environment {
  if (config === '') throw new UsageError('--config needs a value.');
  if (data === '') throw new UsageError('--data needs a value.');
  const environment = readSecretVariables(process.env);
  return data === undefined ? environment : { ...environment, PARLEY_DATA: data };
}
