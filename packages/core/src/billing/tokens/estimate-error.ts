import type { TokenFamily } from './token-family.ts';

/**
 * How far an estimate may be from the true count, in percent of it, by family: the bound is for the
 * text of a request, in pieces of about a thousand tokens, and for ordinary text only: prose, code and
 * JSON.
 *
 * Measured by `bench/tokens.ts`: what 19 of 20 pieces stay within, a fifth of that more because our
 * samples are few, rounded up to a multiple of five.
 * - `openai`: 16 measured against o200k itself.
 * - `older-claude`: 18 measured against the last vocabulary that Anthropic published, times 1.1.
 * - `claude`: no tokenizer is public. The bound of `older-claude`, and ten more: published comparisons
 *   of the two give 1.13 to 1.47 for English and code, ours 1.24 to 1.35.
 * - `gemini`: Google's vocabulary is public, yet nothing here ships it. The bound of `openai`, and ten
 *   more for how the vocabularies differ. The bench measures it where the network allows.
 * - `other`: 21 measured against cl100k; five more than that gives, since each open model has its own
 *   vocabulary.
 */
export const estimateErrorPercent: Readonly<Record<TokenFamily, number>> = {
  openai: 20,
  claude: 35,
  'older-claude': 25,
  gemini: 30,
  other: 35,
};
