/** What the vendors charge beside tokens, where the catalogue does not say. */
import { feesInCatalogue } from './catalogue.ts';
import type { FeeTerms } from './fees.ts';

interface KnownFees {
  /** Of all models. */
  readonly fees?: FeeTerms;
  /** Of models whose names begin so, instead; the longest one counts. */
  readonly models?: Readonly<Record<string, FeeTerms>>;
}

const openaiFees: FeeTerms = { web_search: 10, file_search: 2.5 };

/**
 * By the id of the provider, as of November 2026.
 * - OpenAI and Anthropic: as the catalogue has them for most models. OpenAI's search models of Chat Completions before
 *   GPT-5 search once for each request, and are taken to cost what its forum quotes for the preview tool
 *   (community.openai.com, "Search Web using Openai API").
 * - Google: as its forum quotes ai.google.dev, Pricing. Models before Gemini 3 cost a fee for each grounded prompt, those
 *   of Gemini 3 for each query. The fee for Google Maps is from a third party. What is free every day or month is not
 *   subtracted.
 * - xAI: docs.x.ai, Tools Pricing.
 */
const known: Readonly<Record<string, KnownFees>> = {
  openai: {
    fees: openaiFees,
    models: {
      'gpt-4o-search-preview': { request: 25 },
      'gpt-4o-mini-search-preview': { request: 25 },
    },
  },
  anthropic: { fees: { web_search: 10 } },
  google: {
    models: {
      'gemini-2': { grounded_prompt: 35, maps: 25 },
      'gemini-3': { web_search: 14 },
    },
  },
  xai: { fees: { web_search: 5, x_search: 5, code_execution: 5, file_search: 2.5 } },
};

const nothing: FeeTerms = {};

/** The fees of a provider for one of its models; nothing where they are not known. */
export function knownFees(provider: string, model: string): FeeTerms {
  const own = feesInCatalogue(provider, model);
  if (!Object.hasOwn(known, provider)) return own ?? nothing;
  const { fees = nothing, models = {} } = known[provider] ?? {};
  const name = Object.keys(models)
    .filter((beginning) => model.startsWith(beginning))
    .sort((left, right) => right.length - left.length)[0];
  return { ...(name === undefined ? fees : models[name]), ...own };
}
