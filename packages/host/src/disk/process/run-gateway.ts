/** Runs a gateway as a process that has files and signals; used by the entries for Node, Bun and Deno. */
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Configuration, Gateway, LoadMonitor, Logger, UpstreamTransport } from '@parley/core';
import { findSecretKey } from '../../configuration/secret-key.ts';
import type { Environment } from '../../configuration/substitution.ts';
import type { LogFormat } from '../../logging/logger.ts';
import {
  prepareUnattended,
  startHost,
  type MetricsPeers,
  type StartedHost,
} from '../../start/start-host.ts';
import { openTrialStore } from '../../store/trial-store.ts';
import { loadFromDisk, type DiskConfiguration } from '../configuration-file.ts';
import { contentDecoders } from '../content-decoders.ts';
import { findDataFolder } from '../data-folder.ts';
import { openEmbeddedStore, openInThread } from '../embedded-store.ts';
import { openSettlementOutbox } from '../outbox/settlement-outbox.ts';
import { spareBytes } from '../outbox/spare-file.ts';
import { chooseBodyBytes } from './body-memory.ts';
import { logForeignOutput } from './foreign-output.ts';
import { introduce } from './introduce.ts';
import type { ListenAddress } from './listen-address.ts';
import { readProcessMetrics } from './process-metrics.ts';
import { createReloadRecord, followConfiguration, type ReloadRecord } from './reload.ts';
import { noteGateway } from './running-gateway.ts';
import { watchStopSignals } from './stop-signal.ts';
import { logUnhandledRejections } from './unhandled-rejections.ts';

/** A listening server. */
export interface Listener {
  /** Without a final slash. */
  readonly baseUrl: string;
  /** Stops accepting connections; running responses continue. */
  refuse(): void;
  /** Closes the remaining connections after a moment in which the last bytes can be sent. */
  close(): Promise<void>;
}

/** What a gateway that runs as a process needs. */
export interface RunOptions {
  readonly environment: Environment;
  /** The configuration file of the command line. */
  readonly configurationFile?: string | undefined;
  readonly address: ListenAddress;
  readonly log: Logger;
  /** With `json`, standard error has nothing but log lines: no banner. */
  readonly logFormat?: LogFormat | undefined;
  /** Milliseconds in which running streams may finish when the gateway stops. */
  readonly graceMs: number;
  /** Milliseconds in which it accepts requests after the signal, while `/readyz` answers 503. */
  readonly drainMs: number;
  /** The version of the application. */
  readonly version: string;
  /** Such as `node 24`. */
  readonly runtime: string;
  /**
   * Whether a cloud platform runs it, without a lasting disk and with a log that others can read: the
   * store is then a server or in memory, and no secret is created or printed.
   */
  readonly unattended?: boolean;
  /** Maximum number of connections to PostgreSQL; 10 by default. */
  readonly poolSize?: number | undefined;
  readonly transport?: UpstreamTransport | undefined;
  /** How many processes share the memory; 1 by default. */
  readonly workers?: number;
  /** Measures the process, where the runtime can. */
  readonly loadMonitor?: LoadMonitor | undefined;
  /** Looks once, at the start, for upstreams that neither the file nor the environment declares. */
  readonly findUpstreams?: (() => Promise<Configuration['upstreams']>) | undefined;
  /** For one of several processes that share the port: only the first one introduces the gateway. */
  readonly worker?: { readonly isFirst: boolean } | undefined;
  /** Connects the metrics of the processes that share the port. */
  readonly metrics?: MetricsPeers | undefined;
  /** Starts to listen. */
  readonly listen: (gateway: Gateway, address: ListenAddress) => Listener | Promise<Listener>;
}

/** The result of the steps before listening. */
interface Preparation {
  readonly host: StartedHost;
  readonly load: () => DiskConfiguration;
  readonly loaded: DiskConfiguration;
  readonly record: ReloadRecord;
}

/** Milliseconds between two runs of the maintenance tasks. */
const maintenanceMs = 5_000;

/**
 * Runs a gateway until a signal stops it.
 * @throws ConfigurationFileError, ConfigurationError, StoreUnavailableError, and what `listen` throws
 */
export async function runGateway(options: RunOptions): Promise<void> {
  const endForeignOutput = logForeignOutput(options.log);
  try {
    const preparation = await prepare(options);
    try {
      await serve(options, preparation);
    } finally {
      await preparation.host.store.close();
    }
    options.log('info', 'Stopped.');
  } finally {
    endForeignOutput();
  }
}

async function prepare(options: RunOptions): Promise<Preparation> {
  const { environment, log, version, runtime, transport, loadMonitor, poolSize } = options;
  const { unattended = false, workers = 1, metrics, configurationFile } = options;
  const dataFolder = findDataFolder(environment);
  const workingFolder = process.cwd();
  const find = { configurationFile, environment, workingFolder, dataFolder };
  // Checked before anything is created: a faulty configuration must leave no files behind.
  loadFromDisk(find);
  findSecretKey(environment);
  const discovered = await options.findUpstreams?.();
  const loaded = loadFromDisk(find, discovered);
  // From now on the file must exist: a reload while it is missing or empty must not remove what it declares.
  const { file = configurationFile } = loaded;
  const findAgain = { ...find, configurationFile: file, refusesEmpty: true };
  const load = () => loadFromDisk(findAgain, discovered);
  const record = createReloadRecord();
  const host = await startHost({
    environment,
    loaded,
    log,
    version,
    runtime,
    openOwnStore: () =>
      unattended ? openTrialStore(environment) : openEmbeddedStore(environment, log, openInThread),
    poolSize,
    parts: {
      decoders: contentDecoders,
      transport,
      load: loadMonitor,
      limits: { bodyBytesInFlight: chooseBodyBytes(workers) },
      // A platform starts and ends processes as it likes, and shows one of them.
      metrics: unattended ? false : metrics,
      hostMetrics: () => readProcessMetrics(record),
      outbox: unattended ? undefined : openSettlementOutbox(dataFolder, log, spareBytes),
    },
  });
  return { host, load, loaded, record };
}

async function serve(options: RunOptions, preparation: Preparation): Promise<void> {
  const { log, drainMs, graceMs, unattended = false } = options;
  const { host, load, loaded, record } = preparation;
  const { gateway } = host;
  // On a platform, the request that started the process arrives as soon as there is a listener.
  if (unattended) await prepareUnattended(host);
  const endRejections = logUnhandledRejections(log);
  const listener = await options.listen(gateway, options.address);
  const signals = watchStopSignals(log, { isWorker: options.worker !== undefined });
  const { store } = loaded.configuration;
  const endReloads = followConfiguration(loaded, { gateway, log, load, store, record });
  const maintenance = setInterval(() => {
    void gateway.maintain();
  }, maintenanceMs);
  let forget: (() => void) | undefined;
  try {
    if (unattended) log('info', 'Listening.', { address: listener.baseUrl });
    else if (options.worker?.isFirst === false) await gateway.discover();
    else {
      forget = noteGateway(findDataFolder(options.environment), listener.baseUrl, log);
      await introduce(host, { ...options, baseUrl: listener.baseUrl });
    }
    await signals.stopped;
    gateway.announceClose();
    await pause(drainMs);
  } finally {
    forget?.();
    clearInterval(maintenance);
    listener.refuse();
    await gateway.close(graceMs);
    await listener.close();
    endReloads();
    endRejections();
    signals.end();
  }
}
