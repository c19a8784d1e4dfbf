/** Starts a gateway with its store, and prepares it for a terminal or for a cloud platform. */
import {
  createAdmin,
  createAlerts,
  createSignInLink,
  createTraces,
  type AdminOptions,
} from '@parley/admin/host';
import {
  createGateway,
  providers,
  systemClock,
  type Gateway,
  type GatewayOptions,
  type Logger,
  type Store,
} from '@parley/core';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { findSecretKey } from '../configuration/secret-key.ts';
import type { Environment } from '../configuration/substitution.ts';
import { openStore, type OpenedStore, type StoreSettings } from '../store/open-store.ts';
import { formatBanner, type BannerContent } from './banner.ts';
import {
  acceptAdminToken,
  createFirstSecrets,
  type FirstSecrets,
  type FirstSecretsOutcome,
  type KeptSecrets,
} from './first-secrets.ts';
import { describeUpstreams } from './upstream-lines.ts';

export type { MetricFamily, MetricsPeers } from '@parley/admin/host';

export interface HostSettings extends Pick<StoreSettings, 'poolSize'> {
  readonly environment: Environment;
  readonly loaded: LoadedConfiguration;
  readonly log: Logger;
  /** The version of the application, which upstreams see in `user-agent`. */
  readonly version: string;
  /** The runtime, such as `node 24`, as operators see it. */
  readonly runtime?: string | undefined;
  /** Opens the store of the host when neither the file nor the environment names a database. */
  readonly openOwnStore: () => Promise<OpenedStore>;
  /** Ports of the host that replace the defaults of core. */
  readonly parts?: Pick<GatewayOptions, 'transport' | 'outbox' | 'limits' | 'load' | 'decoders'> &
    AdminOptions;
}

/** A running gateway and its store. */
export interface StartedHost {
  readonly settings: HostSettings;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly database: Pick<OpenedStore, 'description' | 'isNew'>;
  /** Closes the gateway (see `Gateway.close`), then the store. */
  close(graceMs?: number): Promise<void>;
}

/** Shown with the variable of their credential until they are set up. */
const suggestedProviders: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google']);

/** Milliseconds that the banner waits for the model lists of upstreams. */
const discoveryMs = 500;

/**
 * Opens the store and creates the gateway.
 * @throws ConfigurationError for an invalid configuration or variable
 * @throws StoreUnavailableError when the store cannot be opened
 */
export async function startHost(settings: HostSettings): Promise<StartedHost> {
  const { environment, loaded, log, version, runtime, poolSize } = settings;
  // The console is loaded when it is first opened: most of a gateway's work never needs it.
  const {
    console = () => import('@parley/console'),
    metrics,
    hostMetrics,
    ...parts
  } = settings.parts ?? {};
  const { configuration, origins } = loaded;
  const chosenKey = findSecretKey(environment);
  const {
    store,
    secretKey: keptKey,
    ...database
  } = await openStore({
    configuration,
    environment,
    log,
    openOwn: settings.openOwnStore,
    poolSize,
  });
  try {
    const gateway = createGateway({
      store,
      configuration,
      origins,
      facts: { ...(runtime !== undefined && { runtime }), store: database.description },
      log,
      version,
      extensions: [createAdmin({ console, metrics, hostMetrics }), createTraces(), createAlerts()],
      ...parts,
      secretKey: chosenKey ?? keptKey,
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
 * Prepares a gateway without a terminal, such as a cloud function: no secret is created or printed, and
 * the admin API accepts the token in `PARLEY_ADMIN_TOKEN`.
 * @throws ConfigurationError when that variable is not an admin token
 */
export async function prepareUnattended({ settings, store, gateway }: StartedHost): Promise<void> {
  const { environment, log } = settings;
  const accepted = await acceptAdminToken(store, environment);
  if (!accepted && (await store.listAdminTokens()).length === 0) {
    log('warn', 'The admin API is off, because there is no admin token: set PARLEY_ADMIN_TOKEN.');
  }
  await gateway.discover();
}

export interface Greeting {
  /** Such as `node 24`. */
  readonly runtime: string;
  /** Without a final slash. */
  readonly baseUrl: string;
  /**
   * Whether the URL of the console contains a sign-in code: only when no other person can see the terminal or
   * reach the gateway.
   */
  readonly signsIn: boolean;
  /**
   * Keeps the first secrets in a file, where others may see the banner, such as in a log.
   * The banner shows them otherwise. If it returns undefined, none are created.
   */
  readonly keepSecrets?: (secrets: FirstSecrets) => KeptSecrets | undefined;
}

/**
 * Returns the banner. Creates the first secrets, which are shown or kept once: to be called when the gateway
 * listens, so that a failed start does not lose them.
 * @throws ConfigurationError when `PARLEY_ADMIN_TOKEN` is not an admin token
 */
export async function greet(
  { settings, gateway, store, database }: StartedHost,
  { runtime, baseUrl, signsIn, keepSecrets }: Greeting,
): Promise<string> {
  const { environment, loaded, version } = settings;
  const { configuration } = loaded;
  const first = await createFirstSecrets(store, { configuration, environment, keep: keepSecrets });
  await settleWithin(discoveryMs, gateway.discover());
  const suggested = providers.filter(({ id }) => suggestedProviders.has(id));
  // The launcher of a checkout sets it, because nothing named `parley` is on the path there.
  const command = environment['PARLEY_COMMAND'] || 'parley';
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
    baseUrl,
    console: routing.servesConsole ? describeConsole({ baseUrl, link, command }) : undefined,
    first: shortenFirst(first, environment),
    command,
    upstreams: describeUpstreams({ routing, written: loaded.written, environment, suggested }),
  });
}

/** A path in place of secrets that are in a file. */
function shortenFirst(
  first: FirstSecretsOutcome,
  environment: Environment,
): BannerContent['first'] {
  if (first.state !== 'created' || first.path === undefined) return first;
  return { state: 'kept', path: shortenPath(first.path, environment) };
}

function describeConsole(place: {
  readonly baseUrl: string;
  readonly link: string | undefined;
  readonly command: string;
}): NonNullable<BannerContent['console']> {
  const { baseUrl, link, command } = place;
  const address = `${baseUrl}/console`;
  if (link === undefined) return { address, remark: `(\`${command} console\` prints a link)` };
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

/** Describes the embedded store by its path and a server by its URL. */
function describeDatabase(description: string, environment: Environment): string {
  const isFile = description.startsWith('/') || /^[A-Za-z]:\\/.test(description);
  return isFile ? `sqlite ${shortenPath(description, environment)}` : description;
}

function shortenPath(path: string, environment: Environment): string {
  const home = environment['HOME'];
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
