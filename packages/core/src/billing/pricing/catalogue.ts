import catalogue from './catalogue.json' with { type: 'json' };
import { fitsRule, type ModelRule } from './model-rule.ts';
import type { PriceTerms } from './price-terms.ts';
import type { Validity } from './validity.ts';

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
