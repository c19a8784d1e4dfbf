import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createGateway, providers, type Gateway, type LogLevel, type Store } from '@parley/core';
import type { FindOptions } from '../configuration/find.ts';
import { loadAll, type LoadedConfiguration } from '../configuration/loader.ts';
import { findSecretKey } from '../configuration/secret-key.ts';
import type { Environment } from '../configuration/substitution.ts';
import { createProcessLogger } from '../logging/process-logger.ts';
import { isLoopback, listen, type ListenAddress } from '../server/listen.ts';
import { createNodeServer } from '../server/node-server.ts';
import { createUndiciTransport } from '../transport/undici-transport.ts';
import { version } from '../version.ts';
import { formatBanner } from './banner.ts';
import { createSettlementSpool } from '../spool/settlement-spool.ts';
import { openStore } from '../store/open-store.ts';
import { findDataFolder } from './data-folder.ts';
import { createFirstSecrets } from './first-secrets.ts';
import { findLocalServers } from './local-servers.ts';
import { reloadConfiguration, watchConfiguration } from './reload.ts';
import { shutDown, whenStopped } from './shutdown.ts';
import { describeUpstreams } from './upstream-lines.ts';

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
  readonly gateway: Gateway;
  readonly store: Store;
  readonly load: () => LoadedConfiguration;
  readonly loaded: LoadedConfiguration;
  readonly database: { readonly description: string; readonly isNew: boolean };
  readonly log: ReturnType<typeof createProcessLogger>;
}

/** Milliseconds that the first lines wait for the upstreams' lists of models. */
const discoveryMs = 500;

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
  loadAll(find);
  const secretKey = findSecretKey(environment);
  const transport = createUndiciTransport();
  const load = await prepareLoad(options, find, transport);
  const loaded = load();
  const { configuration } = loaded;
  const { store, description, isNew } = await openStore(configuration, environment, log);
  try {
    const gateway = createGateway({
      store,
      configuration,
      transport,
      log,
      version,
      spool: createSettlementSpool(join(dataFolder, 'spool'), log),
      ...(secretKey !== undefined && { secretKey }),
    });
    const database = { description, isNew };
    await serve(options, { gateway, store, load, loaded, database, log });
  } finally {
    await store.close();
  }
  log('info', 'Stopped.');
}

/** Local servers are looked for once; each later load of the file keeps what was found. */
async function prepareLoad(
  { findLocal }: StartOptions,
  find: FindOptions,
  transport: ReturnType<typeof createUndiciTransport>,
): Promise<() => LoadedConfiguration> {
  const servers = findLocal ? await findLocalServers(providers, transport) : [];
  const discovered = Object.fromEntries(servers.map(({ id }) => [id, { provider: id }]));
  return () => loadAll(find, discovered);
}

async function serve(options: StartOptions, preparation: Preparation): Promise<void> {
  const { gateway, loaded, log, load } = preparation;
  const onError = (error: unknown) => {
    log('error', 'A request failed outside of the gateway.', { error });
  };
  const server = createNodeServer({ gateway, onError });
  const baseAddress = await listen(server, options.address);
  const stopped = whenStopped(log);
  const { host } = options.address;
  if (!isLoopback(host)) log('warn', 'Other machines can reach this gateway.', { host });
  const reload = { gateway, log, load, store: loaded.configuration.store };
  process.on('SIGHUP', () => {
    reloadConfiguration(reload);
  });
  const unwatch = loaded.file === undefined ? undefined : watchConfiguration(loaded.file, reload);
  const maintenance = setInterval(() => {
    gateway.maintain();
  }, maintenanceMs).unref();
  await greet(options, preparation, baseAddress);
  await stopped;
  clearInterval(maintenance);
  unwatch?.();
  await shutDown({ server, gateway, graceMs: options.graceMs });
}

/**
 * Prints the first lines. The secrets are made only now that the gateway listens, so that a start
 * that fails does not use up their one showing.
 *
 * All of it goes to standard error, also without a terminal: a container's log then has the key
 * exactly once, and standard output stays free for data.
 */
async function greet(
  { environment }: StartOptions,
  { gateway, store, loaded, database }: Preparation,
  baseAddress: string,
): Promise<void> {
  const secrets = await createFirstSecrets(store, loaded.configuration);
  await Promise.race([gateway.discover(), wait(discoveryMs, undefined, { ref: false })]);
  const routing = gateway.describe();
  const suggested = providers.filter(({ id }) => id === 'openai' || id === 'anthropic');
  const banner = formatBanner({
    version,
    runtime: `node ${process.versions.node.replace(/\..*/, '')}`,
    database: describeDatabase(database.description),
    databaseIsNew: database.isNew,
    configuration: loaded.file === undefined ? undefined : shorten(loaded.file),
    baseAddress,
    secrets,
    upstreams: describeUpstreams({ routing, written: loaded.written, environment, suggested }),
  });
  process.stderr.write(banner);
}

/** The embedded store is a file; a server is named by its address. */
function describeDatabase(description: string): string {
  return description.includes('://') ? description : `sqlite ${shorten(description)}`;
}

function shorten(path: string): string {
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
