import type { DiscoveredModel } from '../catalogue/discovered-model.ts';
import { ConfigurationError } from '../../configuration/problem.ts';
import { checkReferences } from '../../configuration/references.ts';
import {
  type Configuration,
  groupSchema,
  type GroupConfiguration,
} from '../../configuration/schema.ts';
import type { SignInConfiguration } from '../../configuration/sign-in-schema.ts';
import { createPriceBook, type PriceBook } from '../pricing/price-book.ts';
import { findProvider } from '../providers/providers.ts';
import { matchesGlob } from './glob.ts';
import { createConfiguredRoute, createModelRoute, type Route } from './route.ts';
import type { TierRule } from './tiers.ts';
import { createUpstream, type Upstream } from './upstream.ts';

export type { Route, Target } from './route.ts';
export type { Upstream } from './upstream.ts';

/** What a key is bound to, with everything its callers may name. */
export interface Group {
  readonly name: string;
  /** The prefix that names this group in a call name, as it was configured. */
  readonly fingerprint?: string;
  readonly family: GroupConfiguration['family'];
  /** Whether and how its keys may count tokens. */
  readonly countTokens: 'native' | 'estimate' | 'off';
  /** Where names lead that are no call names; the first rule that fits counts. */
  readonly tiers: readonly TierRule[];
  /** Whether the holder of a key whose default group this is may give it another secret. */
  readonly holdersMayRotate: boolean;
  /** What its prices are multiplied by, in millionths. */
  readonly multiplier: number;
  /** Routes by call name: only what this group may use. */
  readonly routes: ReadonlyMap<string, Route>;
}

/** All routing at one moment. It never changes; a new configuration makes a new one. */
export interface Snapshot {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Every call name there is, whatever groups may use it. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly prices: PriceBook;
  /** What becomes of calls whose price is not known, where no money is limited. */
  readonly unknownPrices: 'quarantine' | 'refuse';
  /** Whether the holder of a key is told the balance of its account. */
  readonly showsBalance: boolean;
  /** After how many days records are deleted; what is absent is kept for ever. */
  readonly retention: { readonly exchanges?: number; readonly audit?: number };
  /** Addresses and ranges of proxies whose word about a caller's address counts. */
  readonly trustedProxies: readonly string[];
  /** Whether the console is served, where the host lends its files. */
  readonly servesConsole: boolean;
  /** How people sign in to the console, beside tokens and keys. */
  readonly signIn?: SignInConfiguration;
}

/** The models that upstreams have told, by the upstream's name. */
export type DiscoveredModels = ReadonlyMap<string, readonly DiscoveredModel[]>;

/**
 * Joins configuration and discovered models into tables that are only looked up in. The group
 * `default`, with everything in it, exists when no group is configured.
 * @throws ConfigurationError when `checkReferences` finds a problem
 */
export function createSnapshot(
  configuration: Configuration,
  discovered: DiscoveredModels = new Map(),
): Snapshot {
  const problems = checkReferences(configuration);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const upstreams = createUpstreams(configuration);
  const routes = createRoutes(configuration, upstreams, discovered);
  const configured = Object.entries(configuration.groups);
  const groups = configured.length > 0 ? configured : [['default', groupSchema.parse({})] as const];
  return {
    upstreams,
    groups: new Map(groups.map(([name, group]) => [name, createGroup(name, group, routes)])),
    routes,
    prices: createPriceBook(configuration.prices),
    unknownPrices: configuration.pricing?.unknown ?? 'quarantine',
    showsBalance: configuration.usage?.show_balance ?? false,
    retention: configuration.retention ?? {},
    trustedProxies: configuration.trusted_proxies ?? [],
    servesConsole: configuration.console ?? true,
    ...(configuration.sign_in && { signIn: configuration.sign_in }),
  };
}

function createUpstreams({ upstreams }: Configuration): ReadonlyMap<string, Upstream> {
  const created = new Map<string, Upstream>();
  for (const [name, configured] of Object.entries(upstreams)) {
    const provider = findProvider(configured.provider);
    if (provider !== undefined) created.set(name, createUpstream(name, configured, provider));
  }
  return created;
}

const millionths = 1_000_000;

function readTierRule({ effort, ...rule }: GroupConfiguration['tiers'][number]): TierRule {
  return { ...rule, ...(effort && { effort }) };
}

function createGroup(
  name: string,
  configured: GroupConfiguration,
  routes: ReadonlyMap<string, Route>,
): Group {
  const { fingerprint, family, models, count_tokens: counting, tiers, multiplier } = configured;
  const usable = [...routes].filter(([callName]) =>
    models.some((pattern) => matchesGlob(pattern, callName)),
  );
  return {
    name,
    ...(fingerprint !== undefined && { fingerprint }),
    family,
    countTokens: counting ?? (family === 'chat-completions' ? 'off' : 'native'),
    tiers: tiers.map(readTierRule),
    holdersMayRotate: configured.holders_may_rotate,
    multiplier: Math.round(multiplier * millionths),
    routes: new Map(usable),
  };
}

/**
 * Every call name there is. Where names meet, a configured one goes before `<upstream>/<model>`,
 * that before a bare name, and a bare name belongs to the maker of the model before others.
 */
function createRoutes(
  configuration: Configuration,
  upstreams: ReadonlyMap<string, Upstream>,
  discovered: DiscoveredModels,
): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  const add = (route: Route) => {
    if (!routes.has(route.callName)) routes.set(route.callName, route);
  };
  for (const [callName, model] of Object.entries(configuration.models)) {
    add(createConfiguredRoute(callName, model, upstreams));
  }
  const offers = [...upstreams.values()].map((upstream) => ({
    upstream,
    models: modelsOf(upstream.name, configuration, discovered),
  }));
  for (const { upstream, models } of offers) {
    for (const model of models) {
      add(createModelRoute(`${upstream.name}/${model.name}`, model, upstream));
    }
  }
  for (const { upstream, models } of offers.toSorted(makersFirst)) {
    for (const model of models) add(createModelRoute(model.name, model, upstream));
  }
  return routes;
}

function makersFirst(a: { upstream: Upstream }, b: { upstream: Upstream }): number {
  return rankOf(a.upstream) - rankOf(b.upstream);
}

function rankOf({ provider }: Upstream): number {
  return provider.makesModels === true ? 0 : 1;
}

/**
 * What an upstream has: what the configuration lists, else what it told itself, else what we knew of
 * its vendor, which says nothing about another address.
 */
function modelsOf(
  name: string,
  configuration: Configuration,
  discovered: DiscoveredModels,
): readonly DiscoveredModel[] {
  const configured = configuration.upstreams[name];
  const told = discovered.get(name) ?? [];
  if (configured?.models !== undefined) {
    const known = new Map(told.map((model) => [model.name, model]));
    return configured.models.map((model) => known.get(model) ?? { name: model });
  }
  if (told.length > 0 || configured === undefined) return told;
  const known = configured.base_url === undefined ? findProvider(configured.provider)?.models : [];
  return (known ?? []).map((model) => ({ name: model }));
}
