/** The units of a text that are counted, and how many tokens each makes in each family of tokenizers. */
import type { TokenFamily } from './token-family.ts';

/** What a pass over a text counts. How many tokens each unit makes differs by family; the units do not. */
export const unitKinds = [
  /** A word in Latin letters, or a part of one that begins with a capital. */
  'word',
  /** A letter after the eighth, in a word that follows a space or another part. */
  'lateLetter',
  /** A letter after the eighth, in any other word: vocabularies contain fewer of those. */
  'bareLetter',
  /** A letter after the fourth, in a word near an accent: vocabularies contain mostly English words. */
  'foreignLetter',
  'accented',
  /** A letter after the twentieth: no language has such words, so it is data. */
  'unbroken',
  /** A character of an unbroken run that is data. */
  'base64',
  'hexadecimal',
  'digit',
  /** Up to three digits, which most vocabularies make one token. */
  'digitGroup',
  /** A space before a digit; before anything else it is part of the next token. */
  'digitSpace',
  /** ASCII punctuation, alone or first in its run. */
  'mark',
  /** The same, right before a letter: `.length` may be one token. */
  'leadMark',
  /** Later in its run, and different from the character before. */
  'furtherMark',
  /** The same as the character before, as in rulers and frames. */
  'repeatedMark',
  /** More than one space, or a tab. */
  'gap',
  /** One or more line ends after a word. */
  'lineBreak',
  /** The same after punctuation. */
  'markBreak',
  /** Each character of white space. */
  'whitespace',
  'cyrillicWord',
  /** The other scripts are counted by letter, since their words are long or not spaced. */
  'cyrillic',
  'greek',
  'semitic',
  'indic',
  'han',
  'kana',
  'hangul',
  /** Punctuation of East Asia and wide forms. */
  'wideMark',
  /** Half of a character beyond U+FFFF, such as an emoji. */
  'surrogate',
  'other',
] as const;
export type UnitKind = (typeof unitKinds)[number];

/** How many units of each kind a text has, in the order of `unitKinds`. */
export type TextUnits = Int32Array;

/** The place of each kind in `TextUnits`. */
export const unitIndex = Object.fromEntries(
  unitKinds.map((kind, index) => [kind, index]),
) as Readonly<Record<UnitKind, number>>;

/** Tokens per unit. */
type TokenWeights = Readonly<Record<UnitKind, number>>;

/** Fitted to counts of the public o200k vocabulary. */
const openai: TokenWeights = {
  word: 1,
  lateLetter: 0.02,
  bareLetter: 0.5,
  foreignLetter: 0.2,
  accented: 0.35,
  unbroken: 0.6,
  base64: 0.68,
  hexadecimal: 0.6,
  digit: 0,
  digitGroup: 1,
  digitSpace: 1,
  mark: 1.02,
  leadMark: 0.57,
  furtherMark: 0.13,
  repeatedMark: 0.03,
  gap: 0.8,
  lineBreak: 1,
  markBreak: 0,
  whitespace: 0.015,
  cyrillicWord: 1.2,
  cyrillic: 0.08,
  greek: 0.45,
  semitic: 0.41,
  indic: 0.4,
  han: 0.7,
  kana: 0.67,
  hangul: 0.7,
  wideMark: 0.9,
  surrogate: 1.45,
  other: 0.45,
};

/**
 * Fitted to counts of the last vocabulary that Anthropic published, times 1.1: the ratio to the counts
 * of the service that ai-tokenizer 1.0.6 measured for Claude 3 to 4.5.
 */
const olderClaude: TokenWeights = {
  word: 1.1,
  lateLetter: 0.12,
  bareLetter: 0.58,
  foreignLetter: 0.26,
  accented: 2.03,
  unbroken: 0.66,
  base64: 0.77,
  hexadecimal: 0.68,
  digit: 0,
  digitGroup: 1.1,
  digitSpace: 0.18,
  mark: 1.1,
  leadMark: 1.37,
  furtherMark: 0.15,
  repeatedMark: 0.37,
  gap: 0,
  lineBreak: 1.1,
  markBreak: 0.72,
  whitespace: 0.02,
  cyrillicWord: 1.8,
  cyrillic: 0.33,
  greek: 1.46,
  semitic: 1.28,
  indic: 2.04,
  han: 1.05,
  kana: 1.02,
  hangul: 1.43,
  wideMark: 1.85,
  surrogate: 1.26,
  other: 1.75,
};

/**
 * Anthropic states about 30 percent more tokens since Opus 4.7 (its page on token counting). Published
 * comparisons put the growth into words of Latin letters (1.2 to 1.5 in prose, 1.1 to 1.35 in code)
 * and find digits, white space and other scripts unchanged.
 */
const claude: TokenWeights = {
  ...olderClaude,
  word: 1.65,
  lateLetter: 0.18,
  bareLetter: 0.75,
  foreignLetter: 0.38,
  unbroken: 1,
  base64: 0.81,
  hexadecimal: 0.71,
};

/** The mean of o200k and cl100k: open models began from vocabularies like these two. */
const other: TokenWeights = {
  ...openai,
  bareLetter: 0.58,
  foreignLetter: 0.22,
  accented: 0.67,
  cyrillicWord: 1.1,
  cyrillic: 0.19,
  greek: 0.74,
  semitic: 0.69,
  indic: 0.82,
  han: 0.88,
  kana: 0.83,
  hangul: 0.91,
  wideMark: 0.8,
  other: 1.24,
};

/**
 * ai-tokenizer 1.0.6 measured 1.08 times the count of o200k for Gemini 2 to 3. The vocabulary of the
 * family has one token per digit (Gemma's technical report).
 */
const gemini: TokenWeights = { ...scale(openai, 1.08), digit: 1, digitGroup: 0, hexadecimal: 0.8 };

function scale(weights: TokenWeights, factor: number): TokenWeights {
  const entries = Object.entries(weights).map(([kind, weight]) => [kind, weight * factor]);
  return Object.fromEntries(entries) as TokenWeights;
}

/** The weights of each family, in the order of `unitKinds`. */
export const tokenWeights: Readonly<Record<TokenFamily, Float64Array>> = {
  openai: listWeights(openai),
  claude: listWeights(claude),
  'older-claude': listWeights(olderClaude),
  gemini: listWeights(gemini),
  other: listWeights(other),
};

function listWeights(weights: TokenWeights): Float64Array {
  return Float64Array.from(unitKinds, (kind) => weights[kind]);
}
