/** Merges two configurations, such as those of the file and the environment. */
import { omitUndefined } from '@parley/protocol';
import type { Configuration, UpstreamConfiguration } from './schema.ts';

/**
 * Merges two configurations. Values of `over` replace those of `base`, and its entries come first. An
 * upstream of the same name and provider keeps the fields that only `base` has, so that a file can leave the
 * credential to the environment; groups and models are replaced as a whole.
 */
export function mergeConfigurations(base: Configuration, over: Configuration): Configuration {
  const shared = Object.entries(over.upstreams).map(
    ([name, upstream]) => [name, mergeUpstream(ownValue(base.upstreams, name), upstream)] as const,
  );
  return omitUndefined({
    ...base,
    ...omitUndefined(over),
    upstreams: withRest(Object.fromEntries(shared), base.upstreams),
    models: withRest(over.models, base.models),
    groups: withRest(over.groups, base.groups),
    ...mergePrices(base, over),
  });
}

function mergeUpstream(
  base: UpstreamConfiguration | undefined,
  over: UpstreamConfiguration,
): UpstreamConfiguration {
  return base?.provider === over.provider ? { ...base, ...over } : over;
}

/** Of two prices for the same model the later one applies, so those of `over` come last. */
function mergePrices(base: Configuration, over: Configuration) {
  const prices = [...(base.prices ?? []), ...(over.prices ?? [])];
  const pricing = { ...base.pricing, ...over.pricing };
  return {
    prices: prices.length > 0 ? prices : undefined,
    pricing: Object.keys(pricing).length > 0 ? pricing : undefined,
  };
}

/** The entries of `first`, followed by those that only `rest` has. */
function withRest<Value>(
  first: Readonly<Record<string, Value>>,
  rest: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const missing = Object.entries(rest).filter(([name]) => !Object.hasOwn(first, name));
  return { ...first, ...Object.fromEntries(missing) };
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
