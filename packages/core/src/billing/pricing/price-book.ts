import type { PriceConfiguration } from '../../configuration/price-schema.ts';
import { matchesGlob } from '../../configuration/names.ts';
import type { Upstream } from '../../models/routing/upstream.ts';
import { catalogueEdition, findInCatalogue } from './catalogue.ts';
import { isOwnAddress } from './own-address.ts';
import type { FoundPrice } from './price.ts';
import { readPrice } from './price-terms.ts';
import { beginsBefore, holdsAt, type Validity } from './validity.ts';

export type { FoundPrice } from './price.ts';

/** What everything costs, at one moment of the configuration. It never changes. */
export interface PriceBook {
  /** @param at milliseconds since 1970 */
  find(target: { readonly upstream: Upstream; readonly model: string }, at: number): FoundPrice;
}

/** What is known of one model of one upstream: of those that hold at a moment, the last one counts. */
type PriceList = readonly { readonly validity: Validity; readonly found: FoundPrice }[];

/** More pairs than any configuration has; beyond, the oldest ones are looked up again. */
const mostRemembered = 10_000;

const unknown: FoundPrice = { kind: 'unknown' };
const free: FoundPrice = { kind: 'free' };

/**
 * Joins the operator's own prices with the catalogue. Every upstream and model is looked up once and
 * remembered, so that a call costs one look into a table.
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
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
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
 * What the provider is known to take. It says nothing about another address under the same name,
 * where somebody else may answer for other prices.
 */
function listCatalogue(upstream: Upstream, model: string): PriceList {
  if (!isOwnAddress(upstream)) return [];
  if (upstream.provider.free === true) return [{ validity: {}, found: free }];
  const source = `catalogue of ${catalogueEdition.date}`;
  const known = findInCatalogue(upstream.provider.id, model) ?? [];
  return known.map((terms) => ({ validity: terms, found: readPrice(terms, source) }));
}
