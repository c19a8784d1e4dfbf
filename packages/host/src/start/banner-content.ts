/** Collects what the banner shows of a gateway. */
import { createSignInLink } from '@parley/admin/host';
import { providers, systemClock } from '@parley/core';
import { waitAtMost } from '@parley/core/extension';
import type { Environment } from '../configuration/substitution.ts';
import { formatBanner, type BannerContent } from './banner.ts';
import type { FirstSecretsOutcome } from './first-secrets.ts';
import type { StartedHost } from './start-host.ts';
import { describeUpstreams } from './upstream-lines.ts';

/** Shown with the variable of their credential until they are set up. */
const suggestedProviders: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google']);

/** Milliseconds that the banner waits for the model lists of upstreams. */
const discoveryMs = 500;

/** What the banner shows that the gateway itself does not know. */
export interface BannerFacts {
  /** Such as `node 24`. */
  readonly runtime: string;
  /** Without a final slash. */
  readonly baseUrl: string;
  /**
   * Whether the URL of the console contains a sign-in code: only when no other person can see the terminal or
   * reach the gateway.
   */
  readonly signsIn: boolean;
  readonly first: FirstSecretsOutcome;
}

/** The banner of a gateway that listens. Waits a moment for the models of its upstreams. */
export async function createBanner(
  { settings, gateway, store, database }: StartedHost,
  { runtime, baseUrl, signsIn, first }: BannerFacts,
): Promise<string> {
  const { environment, loaded, version } = settings;
  await waitAtMost(discoveryMs, gateway.discover(), undefined);
  const suggested = providers.filter(({ id }) => suggestedProviders.has(id));
  // The launcher of a checkout sets it, because nothing named `parley` is on the path there.
  const command = environment['PARLEY_COMMAND'] || 'parley';
  const routing = gateway.describe();
  const link =
    signsIn && routing.servesConsole
      ? await createSignInLink({ store, clock: systemClock })
      : undefined;
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

function shortenFirst(first: FirstSecretsOutcome, environment: Environment): FirstSecretsOutcome {
  return first.state === 'kept' ? { ...first, path: shortenPath(first.path, environment) } : first;
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
