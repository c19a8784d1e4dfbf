/** Runs the gateway on Node, from its settings to the signal that stops it. */
import { join } from 'node:path';
import { providers, type LogLevel } from '@parley/core';
import { findSecretKey, greet, startHost, type Environment, type StartedHost } from '@parley/host';
import {
  createSettlementSpool,
  findDataFolder,
  loadFromDisk,
  openEmbeddedStore,
  type DiskConfiguration,
  type FindOptions,
} from '@parley/host/disk';
import { createProcessLogger } from '../logging/process-logger.ts';
import { isLoopback, listen, type ListenAddress } from '../server/listen.ts';
import { createNodeServer } from '../server/node-server.ts';
import { createUndiciTransport } from '../transport/undici-transport.ts';
import { version } from '../version.ts';
import { findLocalServers } from './local-servers.ts';
import { reloadConfiguration, watchConfiguration } from './reload.ts';
import { shutDown, whenStopped } from './shutdown.ts';

export interface StartOptions {
  readonly environment: Environment;
  /** The configuration file that was asked for. */
  readonly configuration?: string | undefined;
  readonly address: ListenAddress;
  readonly logLevel: LogLevel;
  /** Milliseconds that running streams may take at the end. */
  readonly graceMs: number;
  /** Whether model servers on this machine are looked for. */
  readonly findLocal: boolean;
}

/** What a start has prepared before it listens. */
interface Preparation {
  readonly host: StartedHost;
  readonly load: () => DiskConfiguration;
  readonly loaded: DiskConfiguration;
}

/** Milliseconds between two looks at what is due now and then. */
const maintenanceMs = 5_000;

/** Runs the gateway until a signal stops it. */
export async function startGateway(options: StartOptions): Promise<void> {
  const log = createProcessLogger(options.logLevel);
  const { environment } = options;
  const dataFolder = findDataFolder(environment);
  const workingFolder = process.cwd();
  const find = { requested: options.configuration, environment, workingFolder, dataFolder };
  // Looked at before anything is created: a faulty configuration must leave no trace.
  loadFromDisk(find);
  findSecretKey(environment);
  const transport = createUndiciTransport();
  const load = await prepareLoad(options, find, transport);
  const loaded = load();
  const host = await startHost({
    environment,
    loaded,
    log,
    version,
    openOwnStore: () => openEmbeddedStore(environment),
    parts: { transport, spool: createSettlementSpool(join(dataFolder, 'spool'), log) },
  });
  try {
    await serve(options, { host, load, loaded });
  } finally {
    await host.store.close();
  }
  log('info', 'Stopped.');
}

/** Local servers are looked for once; each later load of the file keeps what was found. */
async function prepareLoad(
  { findLocal }: StartOptions,
  find: FindOptions,
  transport: ReturnType<typeof createUndiciTransport>,
): Promise<() => DiskConfiguration> {
  const servers = findLocal ? await findLocalServers(providers, transport) : [];
  const discovered = Object.fromEntries(servers.map(({ id }) => [id, { provider: id }]));
  return () => loadFromDisk(find, discovered);
}

async function serve(options: StartOptions, { host, loaded, load }: Preparation): Promise<void> {
  const { gateway, settings } = host;
  const { log } = settings;
  const onError = (error: unknown) => {
    log('error', 'A request failed outside of the gateway.', { error });
  };
  const server = createNodeServer({ gateway, onError });
  const baseAddress = await listen(server, options.address);
  const stopped = whenStopped(log);
  const { host: name } = options.address;
  if (!isLoopback(name)) log('warn', 'Other machines can reach this gateway.', { host: name });
  const reload = { gateway, log, load, store: loaded.configuration.store };
  process.on('SIGHUP', () => {
    reloadConfiguration(reload);
  });
  const unwatch = loaded.file === undefined ? undefined : watchConfiguration(loaded.file, reload);
  const maintenance = setInterval(() => {
    gateway.maintain();
  }, maintenanceMs).unref();
  const runtime = `node ${process.versions.node.replace(/\..*/, '')}`;
  // All of it goes to standard error, also without a terminal: a container's log then has the key
  // exactly once, and standard output stays free for data.
  process.stderr.write(await greet(host, { runtime, baseAddress }));
  await stopped;
  clearInterval(maintenance);
  unwatch?.();
  await shutDown({ server, gateway, graceMs: options.graceMs });
}
