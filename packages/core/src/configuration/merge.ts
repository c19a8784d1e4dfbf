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
  };
}

function mergeUpstream(
  base: UpstreamConfiguration | undefined,
  over: UpstreamConfiguration,
): UpstreamConfiguration {
  return base?.provider === over.provider ? { ...base, ...over } : over;
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
