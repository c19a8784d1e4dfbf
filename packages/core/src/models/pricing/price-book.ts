/** Finds the price of a model at an upstream; part of a snapshot. */
import type {
  PriceConfiguration,
  SalePriceConfiguration,
} from '../../configuration/price-schema.ts';
import { matchesGlob } from '../../configuration/names.ts';
import { findInCatalogue } from './catalogue.ts';
import type { FeeTerms } from './fees.ts';
import { knownFees } from './known-fees.ts';
import { dearestServices, knownServices, type ServiceTerms } from './known-services.ts';
import { isOwnAddress, type PricedUpstream } from './own-address.ts';
import {
  beginsBefore,
  holdsAt,
  readPrice,
  unknownPrice,
  type FoundPrice,
  type PriceTerms,
  type Validity,
} from './price.ts';

/** The prices of all models under one configuration. Immutable. */
export interface PriceBook {
  /** @param at milliseconds since 1970 */
  find(target: PricedModel, at: number): FoundPrice;
  /** Every price of a model, in ascending precedence, for operators who check them. */
  list(target: PricedModel): readonly ListedPrice[];
}

/** A model at an upstream; other upstreams may sell it at other prices. */
export interface PricedModel {
  readonly upstream: PricedUpstream;
  readonly model: string;
}

/** Where a price comes from. */
export type PriceOrigin =
  | { readonly by: 'configuration' | 'provider' }
  | {
      readonly by: 'catalogue';
      /** URLs of pages, and packages with data as `npm:<name>@<version>`; at least one. */
      readonly sources: readonly string[];
      /** The date of the newest source, such as `2026-11-10`. */
      readonly date: string;
    };

/** A price of one model at one upstream. Of those that are valid at a time, the last one applies. */
export interface ListedPrice {
  readonly validity: Validity;
  readonly found: FoundPrice;
  readonly origin: PriceOrigin;
}

type PriceList = readonly ListedPrice[];

/** Maximum number of models of an upstream whose prices are cached; the oldest are looked up again. */
const maxRemembered = 10_000;

const free: FoundPrice = { kind: 'free' };

/**
 * Merges the operator's own prices with the catalogue. The prices of an upstream's model are looked up once
 * and cached.
 */
export function createPriceBook(configured: readonly PriceConfiguration[] = []): PriceBook {
  const remembered = new Map<string, Map<string, PriceList>>();
  const list = ({ upstream, model }: PricedModel): PriceList => {
    const known = remembered.get(upstream.name)?.get(model);
    if (known !== undefined) return known;
    const { id } = upstream.provider;
    const terms = { services: knownServices(id, model), fees: knownFees(id, model) };
    const made = [
      ...listCatalogue({ upstream, model }, terms),
      ...listConfigured(configured, `${upstream.name}/${model}`, terms),
    ];
    const ofUpstream = remembered.get(upstream.name) ?? new Map<string, PriceList>();
    remembered.set(upstream.name, ofUpstream);
    remember(ofUpstream, model, made);
    return made;
  };
  return {
    list,
    find: (target, at) =>
      list(target).findLast(({ validity }) => holdsAt(validity, at))?.found ?? unknownPrice,
  };
}

/** What is known of a vendor's model beside the price of its tokens. */
interface KnownTerms {
  readonly services: ServiceTerms;
  readonly fees: FeeTerms;
}

/** What clients pay for a call name, where that does not follow from the price of its targets. Immutable. */
export interface SalePriceBook {
  /** @param at milliseconds since 1970 */
  find(
    sold: { readonly group: string; readonly callName: string },
    at: number,
  ): FoundPrice | undefined;
}

/**
 * Finds the configured sale prices. A price whose patterns have more fixed characters wins, first by call name,
 * then by group; then the price that begins later; then the one that is later in the configuration.
 */
export function createSalePriceBook(
  configured: readonly SalePriceConfiguration[] = [],
): SalePriceBook {
  const sorted = configured
    .toSorted(
      (a, b) =>
        fixedLength(a.model) - fixedLength(b.model) ||
        fixedLength(a.group) - fixedLength(b.group) ||
        beginsBefore(a, b),
    )
    .map((terms) => ({
      ...terms,
      found: readPrice(withServices(terms, dearestServices), `sale price${sinceOf(terms)}`),
    }));
  return {
    find({ group, callName }, at) {
      const sold = sorted.findLast(
        (price) =>
          matchesGlob(price.model, callName) &&
          matchesGlob(price.group, group) &&
          holdsAt(price, at),
      );
      return sold?.found;
    },
  };
}

function remember(remembered: Map<string, PriceList>, model: string, list: PriceList): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(model, list);
}

/**
 * The operator's prices for a name, in ascending precedence: the pattern with the most fixed characters wins;
 * then the price that begins later; then the one that is later in the configuration.
 */
function listConfigured(
  configured: readonly PriceConfiguration[],
  name: string,
  { services, fees }: KnownTerms,
): PriceList {
  return configured
    .filter(({ match }) => matchesGlob(match, name))
    .toSorted((a, b) => fixedLength(a.match) - fixedLength(b.match) || beginsBefore(a, b))
    .map((terms) => ({
      validity: terms,
      found: readPrice(
        { ...withServices(terms, services), fees: terms.fees ?? fees },
        sourceOf(terms),
      ),
      origin: { by: 'configuration' },
    }));
}

/** What the price itself says of a service precedes what is known of its vendor. */
function withServices(terms: PriceTerms, services: ServiceTerms): PriceTerms {
  return { ...terms, services: { ...services, ...terms.services } };
}

function fixedLength(pattern: string): number {
  return pattern.replaceAll('*', '').length;
}

function sourceOf(terms: PriceConfiguration): string {
  return `configuration${sinceOf(terms)}`;
}

function sinceOf({ from }: Pick<PriceConfiguration, 'from'>): string {
  return from === undefined ? '' : `, from ${from}`;
}

/**
 * The known prices of the provider. They do not apply to an upstream with another base URL, where another
 * vendor may charge other prices.
 */
function listCatalogue(
  { upstream, model }: PricedModel,
  { services, fees }: KnownTerms,
): PriceList {
  if (!isOwnAddress(upstream)) return [];
  if (upstream.provider.free === true) {
    return [{ validity: {}, found: free, origin: { by: 'provider' } }];
  }
  const known = findInCatalogue(upstream.provider.id, model);
  if (known === undefined) return [];
  const { sources, date } = known;
  return known.prices.map((terms) => ({
    validity: terms,
    found: readPrice(
      { ...withServices(terms, services), fees: { ...fees, ...terms.fees } },
      `catalogue of ${date}`,
    ),
    origin: { by: 'catalogue', sources, date },
  }));
}
