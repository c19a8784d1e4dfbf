/** Runs a gateway as a process with files and signals, from its settings to the signal that stops it. */
import { join } from 'node:path';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import type { Configuration, Gateway, Logger, UpstreamTransport } from '@parley/core';
import { findSecretKey } from '../configuration/secret-key.ts';
import type { Environment } from '../configuration/substitution.ts';
import { greet, prepareUnattended, startHost, type StartedHost } from '../start/start-host.ts';
import { openTrialStore } from '../store/trial-store.ts';
import { loadFromDisk, type DiskConfiguration } from './configuration-file.ts';
import { findDataFolder } from './data-folder.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import { isLoopback, type ListenAddress } from './listen-address.ts';
import { reloadConfiguration, watchConfiguration } from './reload.ts';
import { createSettlementOutbox } from './settlement-outbox.ts';
import { watchStopSignals } from './stop-signal.ts';

/** A server that listens. */
export interface Listener {
  /** Without a final slash. */
  readonly baseAddress: string;
  /** Takes no new connections; answers that have begun go on. */
  refuse(): void;
  /** Ends what is left, once the gateway has ended. Gives answers a moment to leave the process. */
  close(): Promise<void>;
}

export interface RunOptions {
  readonly environment: Environment;
  /** The configuration file that was asked for. */
  readonly configuration?: string | undefined;
  readonly address: ListenAddress;
  readonly log: Logger;
  /** Milliseconds that running streams may take at the end. */
  readonly graceMs: number;
  /** Of the application. */
  readonly version: string;
  /** Such as `node 24`. */
  readonly runtime: string;
  /**
   * Whether a platform runs it, whose disk is not kept and whose log many read: the store is then a
   * server or in memory, and no secret is made or printed.
   */
  readonly unattended?: boolean;
  /** Connections to PostgreSQL at most; 10 unless told. */
  readonly poolSize?: number;
  readonly transport?: UpstreamTransport;
  /** Looks once for upstreams that neither file nor environment names. */
  readonly findUpstreams?: () => Promise<Configuration['upstreams']>;
  /** Starts to listen. */
  readonly listen: (gateway: Gateway, address: ListenAddress) => Listener | Promise<Listener>;
}

/** What a start has prepared before it listens. */
interface Preparation {
  readonly host: StartedHost;
  readonly load: () => DiskConfiguration;
  readonly loaded: DiskConfiguration;
}

/** Milliseconds between two looks at what is due now and then. */
const maintenanceMs = 5_000;

/**
 * Runs a gateway until a signal stops it.
 * @throws ConfigurationFileError, ConfigurationError, StoreUnavailableError, and what `listen` throws
 */
export async function runGateway(options: RunOptions): Promise<void> {
  const preparation = await prepare(options);
  const { host } = preparation;
  try {
    await serve(options, preparation);
  } finally {
    await host.store.close();
  }
  options.log('info', 'Stopped.');
}

async function prepare(options: RunOptions): Promise<Preparation> {
  const { environment, log, version, runtime, transport, poolSize, unattended = false } = options;
  const dataFolder = findDataFolder(environment);
  const workingFolder = process.cwd();
  const find = { requested: options.configuration, environment, workingFolder, dataFolder };
  // Looked at before anything is created: a faulty configuration must leave no trace.
  loadFromDisk(find);
  findSecretKey(environment);
  const discovered = await options.findUpstreams?.();
  const load = () => loadFromDisk(find, discovered);
  const loaded = load();
  const host = await startHost({
    environment,
    loaded,
    log,
    version,
    runtime,
    openOwnStore: () => (unattended ? openTrialStore(environment) : openEmbeddedStore(environment)),
    ...(poolSize !== undefined && { poolSize }),
    parts: {
      ...(transport && { transport }),
      ...(!unattended && { outbox: createSettlementOutbox(join(dataFolder, 'outbox'), log) }),
    },
  });
  return { host, load, loaded };
}

async function serve(options: RunOptions, preparation: Preparation): Promise<void> {
  const { log, graceMs, unattended = false } = options;
  const { host } = preparation;
  const { gateway } = host;
  // The request that made a platform start this process comes as soon as there is a listener.
  if (unattended) await prepareUnattended(host);
  const listener = await options.listen(gateway, options.address);
  const signals = watchStopSignals(log);
  const endReloads = followConfiguration(preparation);
  const maintenance = setInterval(() => {
    void gateway.maintain();
  }, maintenanceMs);
  if (unattended) log('info', 'Listening.', { address: listener.baseAddress });
  else await introduce(options, host, listener);
  await signals.stopped;
  clearInterval(maintenance);
  listener.refuse();
  await gateway.close(graceMs);
  await listener.close();
  endReloads();
  signals.end();
}

/** Reloads when the file changes, and at SIGHUP. Gives what ends that. */
function followConfiguration({ host, load, loaded }: Preparation): () => void {
  const { gateway, settings } = host;
  const { log } = settings;
  const reload = { gateway, log, load, store: loaded.configuration.store };
  const onHangUp = (): void => {
    reloadConfiguration(reload);
  };
  process.on('SIGHUP', onHangUp);
  const unwatch = loaded.file === undefined ? undefined : watchConfiguration(loaded.file, reload);
  return () => {
    process.off('SIGHUP', onHangUp);
    unwatch?.();
  };
}

async function introduce(
  { address, log, runtime }: RunOptions,
  host: StartedHost,
  { baseAddress }: Listener,
): Promise<void> {
  if (!isLoopback(address.host)) {
    log('warn', 'Other machines can reach this gateway.', { host: address.host });
  }
  // All of it goes to standard error, also without a terminal: a container's log then has the key
  // exactly once, and standard output stays free for data.
  const signsIn = isLoopback(address.host) && process.stderr.isTTY;
  process.stderr.write(await greet(host, { runtime, baseAddress, signsIn }));
}
