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
