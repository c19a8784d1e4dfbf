import type { DialectId } from '@parley/protocol';
import type { Provider } from './provider.ts';

/** The dialects for which there is a base address, preferred one first. */
export function offeredDialects({ baseUrls }: Pick<Provider, 'baseUrls'>): readonly DialectId[] {
  return Object.keys(baseUrls) as DialectId[];
}

/** The dialect a provider is preferably spoken to in; that of a plain `base_url`. */
export function firstDialect(provider: Provider): DialectId | undefined {
  return offeredDialects(provider)[0] ?? provider.expectedDialect;
}

/** The first dialect, and those that are spoken at the same address. */
export function dialectsAtFirstAddress(provider: Provider): readonly DialectId[] {
  const first = firstDialect(provider);
  if (first === undefined) return [];
  const address = provider.baseUrls[first];
  const others = offeredDialects(provider).filter((dialect) => dialect !== first);
  return [first, ...others.filter((dialect) => provider.baseUrls[dialect] === address)];
}
