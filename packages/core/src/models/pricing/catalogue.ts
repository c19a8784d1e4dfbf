/** The dated price catalogue that each release of Parley contains. */
import catalogue from './catalogue.json' with { type: 'json' };
import checked from './checked-prices.json' with { type: 'json' };
import type { FeeTerms } from './fees.ts';
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

/** A model whose prices were looked up one by one, because those of the package are absent or wrong. */
interface CheckedModel extends CatalogueModel {
  /** At least two: URLs of pages, and packages with data as `npm:<name>@<version>`. */
  readonly sources: readonly string[];
  /** The date of the newest source, such as `2026-11-10`. */
  readonly checked: string;
}

/** The prices of one model, and where they come from. */
export interface CataloguePrice {
  readonly prices: readonly DatedTerms[];
  /** URLs of pages, and packages with data as `npm:<name>@<version>`; at least one. */
  readonly sources: readonly string[];
  /** The date of the newest source. */
  readonly date: string;
}

/** The version and date of the package. `scripts/update-prices.ts` updates it. */
export const catalogueEdition: { readonly version: string; readonly date: string } = {
  version: catalogue.version,
  date: catalogue.date,
};

const packageSource = `npm:${catalogue.source}@${catalogue.version}`;

type Providers<Model> = Readonly<Record<string, readonly Model[]>>;

const providers: Providers<CatalogueModel> = catalogue.providers;
const checkedProviders: Providers<CheckedModel> = checked.providers;

/** A provider's price for one of its models; `undefined` when it is not known. */
export function findInCatalogue(provider: string, model: string): CataloguePrice | undefined {
  const own = findModel(checkedProviders, provider, model);
  if (own !== undefined) return { prices: own.prices, sources: own.sources, date: own.checked };
  const found = findModel(providers, provider, model);
  if (found === undefined) return undefined;
  return { prices: found.prices, sources: [packageSource], date: catalogue.date };
}

/** The fees that the package has for a model, by its newest price. */
export function feesInCatalogue(provider: string, model: string): FeeTerms | undefined {
  return findModel(providers, provider, model)?.prices.at(-1)?.fees;
}

function findModel<Model extends CatalogueModel>(
  lists: Providers<Model>,
  provider: string,
  model: string,
): Model | undefined {
  const models = Object.hasOwn(lists, provider) ? (lists[provider] ?? []) : [];
  const name = model.toLowerCase();
  return models.find((row) => fitsRule(row, name));
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

/** The terms for the longest beginning of the name of a model, if there are any. */
export function findByBeginning<Terms>(
  models: Readonly<Record<string, Terms>>,
  model: string,
): Terms | undefined {
  const [longest] = Object.entries(models)
    .filter(([beginning]) => model.startsWith(beginning))
    .sort(([left], [right]) => right.length - left.length);
  return longest?.[1];
}
