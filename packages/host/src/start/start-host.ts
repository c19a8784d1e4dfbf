/** Starts a gateway on a host: configuration, store, gateway and the first lines, the same everywhere. */
import { createAdmin, createSignInLink, type AdminOptions } from '@parley/admin';
import {
  createGateway,
  providers,
  systemClock,
  type Gateway,
  type GatewayOptions,
  type Logger,
  type Store,
} from '@parley/core';
import type { LoadedConfiguration } from '../configuration/loader.ts';
import { findSecretKey } from '../configuration/secret-key.ts';
import type { Environment } from '../configuration/substitution.ts';
import { openStore, type OpenedStore, type StoreSettings } from '../store/open-store.ts';
import { formatBanner, type BannerFacts } from './banner.ts';
import { acceptAdminToken, createFirstSecrets } from './first-secrets.ts';
import { describeUpstreams } from './upstream-lines.ts';

export interface HostSettings extends Pick<StoreSettings, 'poolSize'> {
  readonly environment: Environment;
  readonly loaded: LoadedConfiguration;
  readonly log: Logger;
  /** Of the application; upstreams see it in `user-agent`. */
  readonly version: string;
  /** What it runs on, such as `node 24`; operators see it. */
  readonly runtime?: string;
  /** Opens the host's own store, where neither configuration nor environment names a server. */
  readonly openOwnStore: () => Promise<OpenedStore>;
  /** What the host has beyond the web platform. */
  readonly parts?: Pick<GatewayOptions, 'transport' | 'outbox' | 'limits'> & AdminOptions;
}

/** A gateway with its store. */
export interface StartedHost {
  readonly settings: HostSettings;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly database: Pick<OpenedStore, 'description' | 'isNew'>;
  /** Ends the gateway (see `Gateway.close`), then the store. */
  close(graceMs?: number): Promise<void>;
}

/** Milliseconds that the first lines wait for the upstreams' lists of models. */
const discoveryMs = 500;

/**
 * @throws ConfigurationError for a configuration or a variable that cannot be used
 * @throws StoreUnavailableError when the store cannot be opened
 */
export async function startHost(settings: HostSettings): Promise<StartedHost> {
  const { environment, loaded, log, version, runtime, poolSize } = settings;
  // The console is loaded when it is first opened: most of a gateway's work never needs it.
  const { console = () => import('@parley/console'), ...parts } = settings.parts ?? {};
  const { configuration, origins } = loaded;
  const secretKey = findSecretKey(environment);
  const { store, ...database } = await openStore({
    configuration,
    environment,
    log,
    openOwn: settings.openOwnStore,
    ...(poolSize !== undefined && { poolSize }),
  });
  try {
    const sealing = secretKey !== undefined && { secretKey };
    const gateway = createGateway({
      store,
      configuration,
      origins,
      facts: { ...(runtime !== undefined && { runtime }), store: database.description },
      log,
      version,
      extensions: [createAdmin({ console })],
      ...parts,
      ...sealing,
    });
    const close = async (graceMs?: number): Promise<void> => {
      await gateway.close(graceMs);
      await store.close();
    };
    return { settings, gateway, store, database, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Gets a host ready whose first lines nobody sees, such as a function in a cloud: no secret is made
 * or printed; the admin API is open to the token in `PARLEY_ADMIN_TOKEN`.
 * @throws ConfigurationError when that variable holds no admin token
 */
export async function prepareUnattended({ settings, store, gateway }: StartedHost): Promise<void> {
  const { environment, log } = settings;
  const accepted = await acceptAdminToken(store, environment);
  if (!accepted && (await store.listAdminTokens()).length === 0) {
    log('warn', 'Nobody can administer this gateway: set PARLEY_ADMIN_TOKEN.');
  }
  await gateway.discover();
}

export interface Greeting {
  /** Such as `node 24`. */
  readonly runtime: string;
  /** Without a final slash. */
  readonly baseAddress: string;
  /**
   * Whether the address of the console signs in who opens it: only where nobody but the person at this
   * machine sees the first lines and reaches the gateway.
   */
  readonly signsIn: boolean;
}

/**
 * The first lines for a person at a terminal. Secrets are made only now that the gateway listens, so
 * that a start that fails does not use up their one showing.
 * @throws ConfigurationError when `PARLEY_ADMIN_TOKEN` holds no admin token
 */
export async function greet(
  { settings, gateway, store, database }: StartedHost,
  { runtime, baseAddress, signsIn }: Greeting,
): Promise<string> {
  const { environment, loaded, version } = settings;
  const secrets = await createFirstSecrets(store, loaded.configuration, environment);
  await settleWithin(discoveryMs, gateway.discover());
  const suggested = providers.filter(({ id }) => id === 'openai' || id === 'anthropic');
  const routing = gateway.describe();
  const clock = systemClock;
  const link =
    signsIn && routing.servesConsole ? await createSignInLink({ store, clock }) : undefined;
  return formatBanner({
    version,
    runtime,
    database: describeDatabase(database.description, environment),
    databaseIsNew: database.isNew,
    configuration:
      loaded.source === undefined ? undefined : shortenPath(loaded.source, environment),
    baseAddress,
    console: routing.servesConsole ? describeConsole(baseAddress, link) : undefined,
    secrets,
    upstreams: describeUpstreams({ routing, written: loaded.written, environment, suggested }),
  });
}

function describeConsole(
  baseAddress: string,
  link: string | undefined,
): NonNullable<BannerFacts['console']> {
  const address = `${baseAddress}/console`;
  if (link === undefined) return { address };
  return { address: `${address}#t=${link}`, remark: '(signs in once, 10 minutes)' };
}

async function settleWithin(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, expired]);
  clearTimeout(timer);
}

/** The embedded store is a file; a server is named by its address. */
function describeDatabase(description: string, environment: Environment): string {
  const isFile = description.startsWith('/') || /^[A-Za-z]:\\/.test(description);
  return isFile ? `sqlite ${shortenPath(description, environment)}` : description;
}

function shortenPath(path: string, environment: Environment): string {
  const home = environment['HOME'];
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
