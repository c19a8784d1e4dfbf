import type { Configuration, UpstreamConfiguration } from './schema.ts';

/**
 * One configuration out of two; where both say something, `over` wins, and its entries come first.
 * An upstream of the same name and provider keeps what only `base` knows, so that a file can leave
 * a credential to the environment. Groups and models are never mixed.
 */
export function mergeConfigurations(base: Configuration, over: Configuration): Configuration {
  const shared = Object.entries(over.upstreams).map(
    ([name, upstream]) => [name, mergeUpstream(ownValue(base.upstreams, name), upstream)] as const,
  );
  return {
    upstreams: withRest(Object.fromEntries(shared), base.upstreams),
    models: withRest(over.models, base.models),
    groups: withRest(over.groups, base.groups),
    ...mergePrices(base, over),
    ...pickLast('usage', base, over),
    ...pickLast('store', base, over),
    ...pickLast('retention', base, over),
    ...pickLast('trusted_proxies', base, over),
    ...pickLast('console', base, over),
    ...pickLast('sign_in', base, over),
  };
}

function mergeUpstream(
  base: UpstreamConfiguration | undefined,
  over: UpstreamConfiguration,
): UpstreamConfiguration {
  return base?.provider === over.provider ? { ...base, ...over } : over;
}

/** What cannot be mixed: that of `over`, else that of `base`. */
function pickLast<
  Name extends 'usage' | 'store' | 'retention' | 'trusted_proxies' | 'console' | 'sign_in',
>(name: Name, base: Configuration, over: Configuration): Pick<Configuration, Name> {
  const value = over[name] ?? base[name];
  return (value === undefined ? {} : { [name]: value }) as Pick<Configuration, Name>;
}

/** Of prices that count alike the later one wins, so those of `over` come last. */
function mergePrices(
  base: Configuration,
  over: Configuration,
): Pick<Configuration, 'prices' | 'pricing'> {
  const prices = [...(base.prices ?? []), ...(over.prices ?? [])];
  const pricing = { ...base.pricing, ...over.pricing };
  return {
    ...(prices.length > 0 && { prices }),
    ...(Object.keys(pricing).length > 0 && { pricing }),
  };
}

/** The entries of `first`, and after them those that only `rest` has. */
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
