/** The dated price catalogue that each release of Parley contains. */
import catalogue from './catalogue.json' with { type: 'json' };
import type { PriceTerms } from './price.ts';
import type { Validity } from './price.ts';

/** Prices of one model, and when they are valid. */
export type DatedTerms = PriceTerms & Validity;

export interface CatalogueModel extends ModelRule {
  /** The usual name of the model; only the rule decides which names match. */
  readonly id: string;
  /** Of the prices that are valid at a time, the last one applies. */
  readonly prices: readonly DatedTerms[];
}

/** The version and date of the catalogue. `scripts/update-prices.ts` updates it. */
export const catalogueEdition: { readonly version: string; readonly date: string } = {
  version: catalogue.version,
  date: catalogue.date,
};

const providers: Readonly<Record<string, readonly CatalogueModel[]>> = catalogue.providers;

/** A provider's price for one of its models; `undefined` when it is not known. */
export function findInCatalogue(
  provider: string,
  model: string,
): readonly DatedTerms[] | undefined {
  const models = Object.hasOwn(providers, provider) ? (providers[provider] ?? []) : [];
  const name = model.toLowerCase();
  return models.find((row) => fitsRule(row, name))?.prices;
}

/** Which model names match. One matching comparison is enough; case is ignored. */
export interface ModelRule {
  readonly is?: readonly string[];
  readonly begins?: readonly string[];
  readonly ends?: readonly string[];
  readonly holds?: readonly string[];
  /** Regular expressions. */
  readonly fits?: readonly string[];
  /** All of these must match. */
  readonly all?: readonly ModelRule[];
}

/** @param name in lower case, as are all texts of the rule except its regular expressions */
export function fitsRule(rule: ModelRule, name: string): boolean {
  const { is = [], begins = [], ends = [], holds = [], fits = [], all } = rule;
  return (
    is.includes(name) ||
    begins.some((text) => name.startsWith(text)) ||
    ends.some((text) => name.endsWith(text)) ||
    holds.some((text) => name.includes(text)) ||
    fits.some((pattern) => new RegExp(pattern, 'i').test(name)) ||
    (all?.every((part) => fitsRule(part, name)) ?? false)
  );
}
