/** Lists every effective value of the configuration with its origin: file, environment, store or default. */
import { isJsonObject, type JsonObject } from '@parley/protocol';
import {
  type Configuration,
  defaultTimeouts,
  type Origin,
  originKey,
  sections,
} from '@parley/core/extension';
import { maskValue } from './masking.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';

/** One value of the configuration. */
interface OriginatedValue {
  readonly path: string;
  /** Secrets are masked. */
  readonly value: unknown;
  readonly from: Origin['from'] | 'store';
  readonly detail: string | null;
}

type Path = readonly PropertyKey[];
type Section = Readonly<Record<string, unknown>>;

/** The sections whose entries have names; the store may declare entries too. */
const named = ['upstreams', 'groups', 'models'] as const;

/** Defaults of settings that the configuration need not contain. */
const defaults: JsonObject = {
  pricing: { unknown: 'quarantine' },
  usage: { show_balance: false },
  trusted_proxies: [],
  cors: { origins: [] },
  metrics: 'token',
};

export function listValues(operator: ConfigurationOperator): readonly OriginatedValue[] {
  const configuration = operator.configuration.merged();
  const { upstreams: _, groups: __, models: ___, prices: ____, ...settings } = configuration;
  const withDefaults = { ...defaults, ...(JSON.parse(JSON.stringify(settings)) as JsonObject) };
  return [
    ...named.flatMap((section) => listEntries(operator, section)),
    ...listPrices(operator),
    ...Object.entries(withDefaults).flatMap(([name, value]) => {
      const byDefault = defaults[name];
      const complete =
        isJsonObject(value) && isJsonObject(byDefault) ? { ...byDefault, ...value } : value;
      return listLeaves(operator, [name], complete);
    }),
  ];
}

function listEntries(
  operator: ConfigurationOperator,
  section: (typeof named)[number],
): readonly OriginatedValue[] {
  const { configuration } = operator;
  const host: Section = configuration.host()[section];
  return Object.entries<Section>(effective(operator, section)).flatMap(([name, entry]) => {
    const isOfStore = !Object.hasOwn(host, name) && isDeclared(operator, section, name);
    return Object.entries(entry).flatMap(([field, value]) => {
      const path = [section, name, field];
      if (field !== 'headers' || !isJsonObject(value)) {
        return [toValue(operator, { path, value, isOfStore })];
      }
      return Object.entries(value).map(([header, text]) =>
        toValue(operator, { path: [...path, header], value: text, isOfStore }),
      );
    });
  });
}

/** The effective entries of a section; an upstream includes values of its provider and defaults. */
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

/** Prices have no names in the file, so their paths use the names of the admin API. */
function listPrices(operator: ConfigurationOperator): readonly OriginatedValue[] {
  const { configuration } = operator;
  const inForce = new Set(configuration.merged().prices ?? []);
  const ofStore = configuration.declared().flatMap(({ kind, name, configuration: declared }) => {
    const price = kind === 'price' ? declared.prices?.[0] : undefined;
    if (price === undefined || !inForce.has(price)) return [];
    return [toValue(operator, { path: ['prices', name], value: price, isOfStore: true })];
  });
  const ofHost = (configuration.host().prices ?? []).map((value, index) => ({
    ...toValue(operator, { path: ['prices', index], value, isOfStore: false }),
    path: `prices.file:${index + 1}`,
  }));
  return [...ofHost, ...ofStore];
}

function listLeaves(
  operator: ConfigurationOperator,
  path: Path,
  value: unknown,
): readonly OriginatedValue[] {
  if (!isJsonObject(value)) return [toValue(operator, { path, value, isOfStore: false })];
  return Object.entries(value).flatMap(([name, inner]) =>
    listLeaves(operator, [...path, name], inner),
  );
}

interface PlacedValue {
  readonly path: Path;
  readonly value: unknown;
  readonly isOfStore: boolean;
}

function toValue(
  { configuration }: ConfigurationOperator,
  { path, value, isOfStore }: PlacedValue,
): OriginatedValue {
  const text = path.map(String).join('.');
  const masked = maskValue(path, value) ?? null;
  if (isOfStore) return { path: text, value: masked, from: 'store', detail: null };
  const origin = configuration.origins().places.get(originKey(path)) ?? { from: 'default' };
  return { path: text, value: masked, from: origin.from, detail: origin.detail ?? null };
}
