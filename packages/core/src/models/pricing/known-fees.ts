/** What the vendors charge beside tokens, where the catalogue does not say. */
import { feesInCatalogue, findByBeginning } from './catalogue.ts';
import type { FeeTerms } from './fees.ts';

interface KnownFees {
  /** Of all models. */
  readonly fees?: FeeTerms;
  /** Of models whose names begin so, instead; the longest one counts. */
  readonly models?: Readonly<Record<string, FeeTerms>>;
}

const openaiFees: FeeTerms = { web_search: 10, file_search: 2.5 };

/** Of all models of Gemini 3; the price list names no other fee that replies report. */
const gemini3Fees: FeeTerms = { web_search: 14 };

/**
 * By the id of the provider, as of November 2026.
 * - OpenAI and Anthropic: as the catalogue has them for most models. OpenAI's search models of Chat Completions before
 *   GPT-5 search once for each request, at the fee of the preview tool for models that do not reason (the price list, as
 *   quoted and confirmed on community.openai.com, "Search Web using Openai API").
 * - Google: ai.google.dev, Pricing, as transcribed in github.com/api-evangelist/gemini and /deepmind (plans, 2026-09-20
 *   and 2026-10-07). Models before Gemini 3 cost a fee for each grounded prompt, those of Gemini 3 for each query
 *   (ai.google.dev, Grounding with Google Search). The names that end in `-latest` are models of Gemini 3. What is free
 *   every day or month is not subtracted.
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
      'gemini-3': gemini3Fees,
      'gemini-flash-latest': gemini3Fees,
      'gemini-flash-lite-latest': gemini3Fees,
      'gemini-pro-latest': gemini3Fees,
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
  return { ...(findByBeginning(models, model.toLowerCase()) ?? fees), ...own };
}
