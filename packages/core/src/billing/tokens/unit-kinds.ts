/** The units of a text that are counted; `token-weights.ts` holds how many tokens each of them makes. */
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

export type TextUnits = Record<UnitKind, number>;
