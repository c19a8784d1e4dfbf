/**
 * The routing at one moment: upstreams, groups, routes and prices. The gateway creates one from each
 * configuration.
 */
import { omitUndefined } from '@parley/protocol';
import { ConfigurationError } from '../../configuration/problem.ts';
import { checkReferences } from '../../configuration/references.ts';
import {
  type Configuration,
  groupSchema,
  type GroupConfiguration,
  overloadSchema,
} from '../../configuration/schema.ts';
import { conversationsSchema, responsesSchema } from '../../configuration/storage-schema.ts';
import type { SignInConfiguration } from '../../configuration/sign-in-schema.ts';
import type { AlertsConfiguration } from '../../configuration/alerts-schema.ts';
import type { TracesConfiguration } from '../../configuration/traces-schema.ts';
import type { ResponseSum } from '../../store/index.ts';
import {
  createPriceBook,
  createSalePriceBook,
  type PriceBook,
  type SalePriceBook,
} from '../pricing/price-book.ts';
import { plainMultiplier } from '../pricing/price.ts';
import { findProvider } from '../providers/providers.ts';
import { matchesGlob } from '../../configuration/names.ts';
import {
  createConfiguredRoute,
  createModelRoute,
  type KnownUpstreams,
  type Route,
} from './route.ts';
import type { TierRule } from './tiers.ts';
import { createUpstream, type DiscoveredModel, type Upstream } from './upstream.ts';

export type { Route, Target } from './route.ts';
export type { Upstream } from './upstream.ts';

/** The models that the keys of a group may use, and how. */
export interface Group {
  readonly name: string;
  /** The prefix that selects this group in a call name, as configured. */
  readonly fingerprint?: string;
  readonly family: GroupConfiguration['family'];
  /** How its keys count tokens: with the upstream, by an estimate, or not at all. */
  readonly countTokens: 'native' | 'estimate' | 'off';
  /** Rules for names that are not call names; the first one that matches applies. */
  readonly tiers: readonly TierRule[];
  /** Whether holders of its keys may rotate the secret; the default group of a key decides. */
  readonly holdersMayRotate: boolean;
  /** What a client pays that disconnects after the upstream has its request and before it answers. */
  readonly departed: 'prompt' | 'free';
  /** The factor of its prices, in millionths. */
  readonly multiplier: number;
  /** Patterns of the call names that this group may use. */
  readonly models: readonly string[];
  /** The routes that this group may use, by call name. */
  readonly routes: ReadonlyMap<string, Route>;
  /** As in the snapshot; only those that fit the patterns may be used. */
  readonly unlisted: ReadonlyMap<string, Upstream>;
}

/** The limits beyond which a process is overloaded. */
export interface OverloadLimits {
  /** How late the event loop may run what is due, in milliseconds. */
  readonly delayMs: number;
  /** The share of the heap that may be used, 0 to 1. */
  readonly heapShare: number;
}

/** The routing of one configuration. Immutable; a new configuration creates a new snapshot. */
export interface Snapshot {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly groups: ReadonlyMap<string, Group>;
  /** All routes by call name, in any group. */
  readonly routes: ReadonlyMap<string, Route>;
  /**
   * The upstreams that have not listed their models, by name: any model may be called as
   * `<upstream>/<model>`, and the upstream decides whether it exists.
   */
  readonly unlisted: ReadonlyMap<string, Upstream>;
  /** What targets cost. */
  readonly prices: PriceBook;
  /** What clients pay, where that is configured. */
  readonly salePrices: SalePriceBook;
  /** Whether requests without a known price are recorded to be priced later, or rejected. */
  readonly unknownPrices: 'quarantine' | 'refuse';
  /** Whether one request may exceed a limit; absent means unless the account is prepaid. */
  readonly overdraft?: 'none' | 'one-call';
  /** What the record of an exchange survives before its end is sent; the host decides where it is absent. */
  readonly durability?: 'process' | 'power';
  /** Whether `GET /v1/usage` shows the balance of the account. */
  readonly showsBalance: boolean;
  /** After how many days records are deleted; absent means never. */
  readonly retention: { readonly exchanges?: number; readonly audit?: number };
  /** The most that the stored responses of one key take together; beyond it, the oldest are deleted. */
  readonly responses: ResponseSum;
  /** The most that the conversations of one key take together. */
  readonly conversations: ResponseSum;
  readonly overload: OverloadLimits;
  /** IP addresses and ranges of proxies whose `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins whose web pages may call the endpoints of core; `*` for every origin. */
  readonly corsOrigins: readonly string[];
  /** Whether the console is served. */
  readonly servesConsole: boolean;
  /** Who may read the metrics: holders of an admin token, or anybody; `false` when there are none. */
  readonly metrics: 'token' | 'public' | false;
  /** Where the traces of requests are sent; absent when there are none. */
  readonly traces?: TracesConfiguration;
  /** What operators are told without asking; absent when they are told nothing. */
  readonly alerts?: AlertsConfiguration;
  /** Sign-in to the console with an identity provider. */
  readonly signIn?: SignInConfiguration;
}

/** The models that upstreams have listed, by the name of the upstream. */
export type DiscoveredModels = ReadonlyMap<string, readonly DiscoveredModel[]>;

/**
 * Creates the snapshot of a configuration and the models that upstreams have listed. When no group is
 * configured, the group `default` may use every call name.
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
  const unlisted = new Map([...upstreams].filter(([, one]) => isUnlisted(one, discovered)));
  const configured = Object.entries(configuration.groups);
  const groups = configured.length > 0 ? configured : [['default', groupSchema.parse({})] as const];
  return omitUndefined({
    upstreams,
    groups: new Map(
      groups.map(([name, group]) => [name, createGroup(name, group, { routes, unlisted })]),
    ),
    routes,
    unlisted,
    prices: createPriceBook(configuration.prices),
    salePrices: createSalePriceBook(configuration.sale_prices),
    unknownPrices: configuration.pricing?.unknown ?? 'quarantine',
    overdraft: configuration.pricing?.overdraft,
    durability: configuration.durability,
    showsBalance: configuration.usage?.show_balance ?? false,
    retention: configuration.retention ?? {},
    responses: readSum(configuration.responses, responsesSchema),
    conversations: readSum(configuration.conversations, conversationsSchema),
    overload: readOverload(configuration),
    trustedProxies: configuration.trusted_proxies ?? [],
    corsOrigins: configuration.cors?.origins ?? [],
    servesConsole: configuration.console ?? true,
    metrics: configuration.metrics ?? 'token',
    traces: configuration.traces,
    alerts: configuration.alerts,
    signIn: configuration.sign_in,
  });
}

const mebibyte = 1024 * 1024;

function readSum(
  configured: Configuration['responses'],
  schema: typeof responsesSchema,
): ResponseSum {
  const { per_key: count, mebibytes_per_key: size } = configured ?? schema.parse({});
  return { count, length: size * mebibyte };
}

function readOverload({ overload }: Configuration): OverloadLimits {
  const { event_loop_delay: seconds, heap } = overload ?? overloadSchema.parse({});
  return { delayMs: seconds * 1_000, heapShare: heap };
}

function createUpstreams({ upstreams }: Configuration): ReadonlyMap<string, Upstream> {
  const created = new Map<string, Upstream>();
  for (const [name, configured] of Object.entries(upstreams)) {
    const provider = findProvider(configured.provider);
    if (provider !== undefined) created.set(name, createUpstream(name, configured, provider));
  }
  return created;
}

function readTierRule({ effort, ...rule }: GroupConfiguration['tiers'][number]): TierRule {
  return { ...rule, ...omitUndefined({ effort }) };
}

function createGroup(
  name: string,
  configured: GroupConfiguration,
  { routes, unlisted }: Pick<Snapshot, 'routes' | 'unlisted'>,
): Group {
  const { fingerprint, family, models, count_tokens: counting, tiers, multiplier } = configured;
  const usable = [...routes].filter(([callName]) =>
    models.some((pattern) => matchesGlob(pattern, callName)),
  );
  return omitUndefined({
    name,
    fingerprint,
    family,
    countTokens: counting ?? (family === 'chat-completions' ? 'off' : 'native'),
    tiers: tiers.map(readTierRule),
    holdersMayRotate: configured.holders_may_rotate,
    departed: configured.departed,
    multiplier: Math.round(multiplier * plainMultiplier),
    models,
    routes: new Map(usable),
    unlisted,
  });
}

/** Whether an upstream should have listed its models and has not, as after a failed request. */
function isUnlisted(
  { name, discoversModels, provider }: Upstream,
  discovered: DiscoveredModels,
): boolean {
  return discoversModels && provider.builtIn === undefined && !discovered.has(name);
}

/**
 * Creates all routes. When several have the same name, a configured route takes precedence over
 * `<upstream>/<model>`, and that over the bare name of a model, which belongs to the vendor that trains the
 * model. The models of a built-in provider have bare names only while there is no other upstream.
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
  const findModel = indexModels(discovered);
  for (const [callName, model] of Object.entries(configuration.models)) {
    add(createConfiguredRoute(callName, model, { upstreams, findModel }));
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
  const remote = offers.filter(({ upstream }) => upstream.provider.builtIn === undefined);
  const bare = remote.length > 0 ? remote : offers;
  for (const { upstream, models } of bare.toSorted(makersFirst)) {
    for (const model of models) add(createModelRoute(model.name, model, upstream));
  }
  return routes;
}

function indexModels(discovered: DiscoveredModels): KnownUpstreams['findModel'] {
  const lists = new Map(
    [...discovered].map(([upstream, models]) => [
      upstream,
      new Map(models.map((model) => [model.name, model])),
    ]),
  );
  return (upstream, model) => lists.get(upstream)?.get(model);
}

function makersFirst(a: { upstream: Upstream }, b: { upstream: Upstream }): number {
  return rankOf(a.upstream) - rankOf(b.upstream);
}

function rankOf({ provider }: Upstream): number {
  return provider.makesModels === true ? 0 : 1;
}

/**
 * The models of an upstream: those in the configuration, with the limits that it lists for them, otherwise
 * those that it lists itself, otherwise those of the provider's data.
 */
function modelsOf(
  name: string,
  configuration: Configuration,
  discovered: DiscoveredModels,
): readonly DiscoveredModel[] {
  const configured = configuration.upstreams[name];
  const listed = discovered.get(name) ?? [];
  if (configured?.models !== undefined) {
    const known = new Map(listed.map((model) => [model.name, model]));
    return configured.models.map((model) => known.get(model) ?? { name: model });
  }
  if (listed.length > 0 || configured === undefined) return listed;
  const known = findProvider(configured.provider)?.models ?? [];
  return known.map((model) => ({ name: model }));
}
