/** Everything that is in force, value by value, with where each was said. */
import { isJsonObject, type JsonObject } from '@parley/protocol';
import {
  type Configuration,
  defaultTimeouts,
  type Origin,
  originKey,
  sections,
} from '@parley/core/extension';
import { maskValue } from './configuration-secrets.ts';
import type { ConfigurationOperator } from '../operator.ts';

/** One value. */
export interface Part {
  readonly path: string;
  /** Without secrets. */
  readonly value: unknown;
  readonly from: Origin['from'] | 'store';
  readonly detail: string | null;
}

type Path = readonly PropertyKey[];
type Section = Readonly<Record<string, unknown>>;

/** The sections whose entries have names, each of which may be declared by the store. */
const named = ['upstreams', 'groups', 'models'] as const;

/** What holds where nothing is said of it. */
const defaults: JsonObject = {
  pricing: { unknown: 'quarantine' },
  usage: { show_balance: false },
  trusted_proxies: [],
};

export function listParts(operator: ConfigurationOperator): readonly Part[] {
  const joined = operator.configuration.merged();
  const { upstreams: _, groups: __, models: ___, prices: ____, ...settings } = joined;
  const whole = { ...defaults, ...(JSON.parse(JSON.stringify(settings)) as JsonObject) };
  return [
    ...named.flatMap((section) => listEntries(operator, section)),
    ...listPrices(operator),
    ...Object.entries(whole).flatMap(([name, value]) => {
      const fallback = defaults[name];
      const complete =
        isJsonObject(value) && isJsonObject(fallback) ? { ...fallback, ...value } : value;
      return listLeaves(operator, [name], complete);
    }),
  ];
}

function listEntries(
  operator: ConfigurationOperator,
  section: (typeof named)[number],
): readonly Part[] {
  const { configuration } = operator;
  const host: Section = configuration.host()[section];
  return Object.entries<Section>(effective(operator, section)).flatMap(([name, entry]) => {
    const isOfStore = !Object.hasOwn(host, name) && isDeclared(operator, section, name);
    return Object.entries(entry).flatMap(([field, value]) => {
      const path = [section, name, field];
      if (field !== 'headers' || !isJsonObject(value)) {
        return [toPart(operator, { path, value, isOfStore })];
      }
      return Object.entries(value).map(([header, text]) =>
        toPart(operator, { path: [...path, header], value: text, isOfStore }),
      );
    });
  });
}

/** What is in force of a section, with what an upstream has from its provider or by default. */
function effective(
  { configuration }: ConfigurationOperator,
  section: (typeof named)[number],
): Readonly<Record<string, Section>> {
  const joined: Configuration = configuration.merged();
  if (section !== 'upstreams') return joined[section];
  const { upstreams } = configuration.snapshot();
  return Object.fromEntries(
    Object.entries(joined.upstreams).map(([name, { provider, ...upstream }]) => [
      name,
      {
        provider,
        base_url: upstreams.get(name)?.baseUrls ?? {},
        first_byte_timeout: defaultTimeouts.firstByte,
        idle_timeout: defaultTimeouts.idle,
        total_timeout: defaultTimeouts.total,
        ...upstream,
      },
    ]),
  );
}

function isDeclared(
  { configuration }: ConfigurationOperator,
  section: (typeof named)[number],
  name: string,
): boolean {
  return configuration
    .declared()
    .some((entity) => sections[entity.kind] === section && entity.name === name);
}

/** Prices have no names in the file: they are shown under those that the admin API gives them. */
function listPrices(operator: ConfigurationOperator): readonly Part[] {
  const { configuration } = operator;
  const inForce = new Set(configuration.merged().prices ?? []);
  const ofStore = configuration.declared().flatMap(({ kind, name, configuration: declared }) => {
    const price = kind === 'price' ? declared.prices?.[0] : undefined;
    if (price === undefined || !inForce.has(price)) return [];
    return [toPart(operator, { path: ['prices', name], value: price, isOfStore: true })];
  });
  const ofHost = (configuration.host().prices ?? []).map((value, index) => ({
    ...toPart(operator, { path: ['prices', index], value, isOfStore: false }),
    path: `prices.file:${index + 1}`,
  }));
  return [...ofHost, ...ofStore];
}

function listLeaves(operator: ConfigurationOperator, path: Path, value: unknown): readonly Part[] {
  if (!isJsonObject(value)) return [toPart(operator, { path, value, isOfStore: false })];
  return Object.entries(value).flatMap(([name, inner]) =>
    listLeaves(operator, [...path, name], inner),
  );
}

interface Placed {
  readonly path: Path;
  readonly value: unknown;
  readonly isOfStore: boolean;
}

function toPart(
  { configuration }: ConfigurationOperator,
  { path, value, isOfStore }: Placed,
): Part {
  const text = path.map(String).join('.');
  const shown = maskValue(path, value) ?? null;
  if (isOfStore) return { path: text, value: shown, from: 'store', detail: null };
  const origin = configuration.origins().places.get(originKey(path)) ?? { from: 'default' };
  return { path: text, value: shown, from: origin.from, detail: origin.detail ?? null };
}
