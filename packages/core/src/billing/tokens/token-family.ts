/** Families of tokenizers, how a model is assigned to one, and how exact the estimates for each are. */

export const tokenFamilies = ['openai', 'claude', 'older-claude', 'gemini', 'other'] as const;

/**
 * Models whose vocabularies give about the same number of tokens for the same text.
 * - `openai`: the o200k vocabulary, of GPT-4o and everything after it.
 * - `claude`: the vocabulary introduced with Claude Opus 4.7; also every unknown Claude model.
 * - `older-claude`: Claude models before it, Haiku 4.5 and Sonnet 4.6 included.
 * - `gemini`: Gemini and Gemma.
 * - `other`: everything else, including GPT-4 and GPT-3.5 with the older cl100k vocabulary.
 */
export type TokenFamily = (typeof tokenFamilies)[number];

/** In this order: the first match decides. */
const names: readonly (readonly [RegExp, TokenFamily])[] = [
  [/claude-(instant|v?[123])\b/, 'older-claude'],
  // A version 4 without a minor number, or with one below 7; dates have more digits.
  [/claude-(opus|sonnet|haiku)-(3|4(?![-.][789](?!\d)))/, 'older-claude'],
  [/claude/, 'claude'],
  [/gemini|gemma/, 'gemini'],
  [/gpt-(3\.5|35|4(?![.o]))/, 'other'],
  [/gpt-|chatgpt|codex|\bo[1-9](?!\w)/, 'openai'],
];

/** The families of names that were found before, because each request needs them several times. */
const known = new Map<string, TokenFamily>();
/** More than a configuration has; then all are found anew. */
const mostKnown = 1_000;
/** In characters. Longer names are not kept. */
const longestKnown = 128;

/**
 * Determines the family from a model's name at its provider; prefixes and suffixes of the name are ignored.
 */
export function familyOf(model: string): TokenFamily {
  const found = known.get(model);
  if (found !== undefined) return found;
  const family = findFamily(model.toLowerCase());
  if (model.length > longestKnown) return family;
  if (known.size >= mostKnown) known.clear();
  known.set(model, family);
  return family;
}

function findFamily(name: string): TokenFamily {
  return names.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

/**
 * The maximum error of an estimate, in percent of the true count, by family. It applies to the text of a
 * request in pieces of about a thousand tokens, and to ordinary text only: prose, code and JSON.
 *
 * Measured by `bench/tokens.ts`: the error that 19 of 20 pieces stay within, plus a fifth of it because the
 * samples are few, rounded up to a multiple of five.
 * - `openai`: 16 measured against o200k itself.
 * - `older-claude`: 18 measured against the last vocabulary that Anthropic published, times 1.1.
 * - `claude`: no tokenizer is public. The bound of `older-claude`, plus ten: published comparisons of the two
 *   give 1.13 to 1.47 for English and code, ours 1.24 to 1.35.
 * - `gemini`: Google's vocabulary is public, but Parley does not include it. The bound of `openai`, plus ten
 *   because the vocabularies differ. The bench measures it where the network allows.
 * - `other`: 21 measured against cl100k; plus five, because each open model has its own vocabulary.
 */
export const estimateErrorPercent: Readonly<Record<TokenFamily, number>> = {
  openai: 20,
  claude: 35,
  'older-claude': 25,
  gemini: 30,
  other: 35,
};
