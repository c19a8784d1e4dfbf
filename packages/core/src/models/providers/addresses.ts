import type { DialectId } from '@parley/protocol';
import type { UpstreamConfiguration } from '../../configuration/schema.ts';
import type { Provider } from './provider.ts';
import { firstDialect } from './dialects.ts';

/**
 * The dialects an upstream offers and their base addresses, preferred one first. A `base_url` says
 * all of them: a provider's own address for another dialect would take the traffic elsewhere. A
 * plain one is for the configured dialect, else for the provider's first.
 */
export function addressesOf(
  upstream: Pick<UpstreamConfiguration, 'base_url' | 'dialect'>,
  provider: Provider,
): ReadonlyMap<DialectId, string> {
  const { base_url: baseUrl, dialect } = upstream;
  if (typeof baseUrl !== 'string') return mapOf(baseUrl ?? provider.baseUrls);
  const only = dialect ?? firstDialect(provider);
  return only === undefined ? new Map() : new Map([[only, baseUrl]]);
}

function mapOf(baseUrls: Provider['baseUrls']): ReadonlyMap<DialectId, string> {
  return new Map(Object.entries(baseUrls) as [DialectId, string][]);
}
