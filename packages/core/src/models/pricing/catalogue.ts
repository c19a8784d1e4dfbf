/** The dated catalogue of prices that Parley is released with. */
import catalogue from './catalogue.json' with { type: 'json' };
import type { PriceTerms } from './price.ts';
import type { Validity } from './price.ts';

/** Prices of one model, and when they hold. */
export type DatedTerms = PriceTerms & Validity;

export interface CatalogueModel extends ModelRule {
  /** What people call it; only the rule says which names it goes by. */
  readonly id: string;
  /** Of those that hold at a moment, the last one counts. */
  readonly prices: readonly DatedTerms[];
}

/** Which prices Parley came with. `scripts/update-prices.ts` replaces them. */
export const catalogueEdition: { readonly version: string; readonly date: string } = {
  version: catalogue.version,
  date: catalogue.date,
};

const providers: Readonly<Record<string, readonly CatalogueModel[]>> = catalogue.providers;

/** What a provider takes for one of its models; nothing when it is not known. */
export function findInCatalogue(
  provider: string,
  model: string,
): readonly DatedTerms[] | undefined {
  const models = Object.hasOwn(providers, provider) ? (providers[provider] ?? []) : [];
  const name = model.toLowerCase();
  return models.find((row) => fitsRule(row, name))?.prices;
}

/** Which model names something is about. One of the comparisons is enough; case does not count. */
export interface ModelRule {
  readonly is?: readonly string[];
  readonly begins?: readonly string[];
  readonly ends?: readonly string[];
  readonly holds?: readonly string[];
  /** Regular expressions. */
  readonly fits?: readonly string[];
  /** Every one of these. */
  readonly all?: readonly ModelRule[];
}

/** @param name in lower case, as are all texts of the rule but its regular expressions */
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
