/** Greets the person who starts a gateway: creates the first secrets and writes the banner. */
import { createSignInLink } from '@parley/admin/host';
import { providers, systemClock } from '@parley/core';
import { waitAtMost } from '@parley/core/extension';
import type { Environment } from '../configuration/substitution.ts';
import { formatBanner, type BannerContent } from './banner.ts';
import {
  createFirstSecrets,
  type FirstSecrets,
  type FirstSecretsOutcome,
  type KeptSecrets,
} from './first-secrets.ts';
import type { StartedHost } from './start-host.ts';
import { describeUpstreams } from './upstream-lines.ts';

/** Shown with the variable of their credential until they are set up. */
const suggestedProviders: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google']);

/** Milliseconds that the banner waits for the model lists of upstreams. */
const discoveryMs = 500;

/** What the banner says about the runtime, and where the first secrets go. */
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
  await waitAtMost(discoveryMs, gateway.discover(), undefined);
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

/** Describes the embedded store by its path and a server by its URL. */
function describeDatabase(description: string, environment: Environment): string {
  const isFile = description.startsWith('/') || /^[A-Za-z]:\\/.test(description);
  return isFile ? `sqlite ${shortenPath(description, environment)}` : description;
}

function shortenPath(path: string, environment: Environment): string {
  const home = environment['HOME'];
  return home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
