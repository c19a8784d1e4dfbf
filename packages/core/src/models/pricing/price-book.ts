/** Finds the price of any model of any upstream; a snapshot of the configuration has one. */
import type { PriceConfiguration } from '../../configuration/price-schema.ts';
import { matchesGlob } from '../../configuration/names.ts';
import { catalogueEdition, findInCatalogue } from './catalogue.ts';
import { isOwnAddress, type PricedUpstream } from './own-address.ts';
import { beginsBefore, holdsAt, readPrice, type FoundPrice, type Validity } from './price.ts';

export type { FoundPrice } from './price.ts';

/** The prices of all models under one configuration. It never changes. */
export interface PriceBook {
  /** @param at milliseconds since 1970 */
  find(
    target: { readonly upstream: PricedUpstream; readonly model: string },
    at: number,
  ): FoundPrice;
}

/** The prices of one model of one upstream: of those that are valid at a moment, the last one counts. */
type PriceList = readonly { readonly validity: Validity; readonly found: FoundPrice }[];

/** More pairs than any configuration has; the oldest ones beyond are looked up again. */
const maxRemembered = 10_000;

const unknown: FoundPrice = { kind: 'unknown' };
const free: FoundPrice = { kind: 'free' };

/**
 * Merges the operator's own prices with the catalogue. The prices of an upstream's model are looked up
 * once and remembered.
 */
export function createPriceBook(configured: readonly PriceConfiguration[] = []): PriceBook {
  const remembered = new Map<string, PriceList>();
  return {
    find({ upstream, model }, at) {
      const name = `${upstream.name}/${model}`;
      let list = remembered.get(name);
      if (list === undefined) {
        list = [...listCatalogue(upstream, model), ...listConfigured(configured, name)];
        remember(remembered, name, list);
      }
      return list.findLast(({ validity }) => holdsAt(validity, at))?.found ?? unknown;
    },
  };
}

function remember(remembered: Map<string, PriceList>, name: string, list: PriceList): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, list);
}

/**
 * The operator's prices for a name, the one that counts most last: the pattern with the most fixed
 * characters; of equals the one that begins later, then the one that is written later.
 */
function listConfigured(configured: readonly PriceConfiguration[], name: string): PriceList {
  return configured
    .filter(({ match }) => matchesGlob(match, name))
    .toSorted((a, b) => fixedLength(a.match) - fixedLength(b.match) || beginsBefore(a, b))
    .map((terms) => ({ validity: terms, found: readPrice(terms, sourceOf(terms)) }));
}

function fixedLength(pattern: string): number {
  return pattern.replaceAll('*', '').length;
}

function sourceOf({ from }: PriceConfiguration): string {
  return from === undefined ? 'configuration' : `configuration, from ${from}`;
}

/**
 * The known prices of the provider. They are not valid for an upstream at another address, where
 * somebody else may answer for other prices.
 */
function listCatalogue(upstream: PricedUpstream, model: string): PriceList {
  if (!isOwnAddress(upstream)) return [];
  if (upstream.provider.free === true) return [{ validity: {}, found: free }];
  const source = `catalogue of ${catalogueEdition.date}`;
  const known = findInCatalogue(upstream.provider.id, model) ?? [];
  return known.map((terms) => ({ validity: terms, found: readPrice(terms, source) }));
}
