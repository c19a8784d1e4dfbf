export const tokenFamilies = ['openai', 'claude', 'older-claude', 'gemini', 'other'] as const;

/**
 * Models whose vocabularies give about the same number of tokens for the same text.
 * - `openai`: the o200k vocabulary, of GPT-4o and everything after it.
 * - `claude`: the vocabulary that came with Claude Opus 4.7; also every Claude model we do not know.
 * - `older-claude`: Claude models before it, Haiku 4.5 and Sonnet 4.6 included.
 * - `gemini`: Gemini and Gemma.
 * - `other`: everything else, GPT-4 and GPT-3.5 included, whose vocabulary was the older cl100k.
 */
export type TokenFamily = (typeof tokenFamilies)[number];

/** In this order: the first that matches decides. */
const names: readonly (readonly [RegExp, TokenFamily])[] = [
  [/claude-(instant|v?[123])\b/, 'older-claude'],
  // A version 4 without a minor number, or with one below 7; dates have more digits.
  [/claude-(opus|sonnet|haiku)-(3|4(?![-.][789](?!\d)))/, 'older-claude'],
  [/claude/, 'claude'],
  [/gemini|gemma/, 'gemini'],
  [/gpt-(3\.5|35|4(?![.o]))/, 'other'],
  [/gpt-|chatgpt|codex|\bo[1-9](?!\w)/, 'openai'],
];

/** Guesses the family from a model's name at its provider, whatever stands before or after the name. */
export function familyOf(model: string): TokenFamily {
  const name = model.toLowerCase();
  return names.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}
