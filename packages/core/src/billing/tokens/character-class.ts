/** Character classes that determine the number of tokens of a text; used by `text-units.ts`. */

/**
 * The classes of UTF-16 code units, as far as the number of tokens depends on them. Counting handles their
 * indices, because it runs for every character of every limited request.
 */
export const characterClasses = [
  'lower',
  'upper',
  'accented',
  'digit',
  'mark',
  'space',
  'tab',
  'break',
  'cyrillic',
  'greek',
  'semitic',
  'indic',
  'han',
  'kana',
  'hangul',
  'wideMark',
  'surrogate',
  'other',
] as const;
export type CharacterClass = (typeof characterClasses)[number];

/** The indices of the classes that form runs. */
export const lower = 0;
export const upper = 1;
export const accented = 2;
export const digit = 3;
export const mark = 4;
export const space = 5;
export const tab = 6;
export const lineBreak = 7;
export const cyrillic = 8;
export const other = 17;

/** What stands for the class of the character after the end of a text, and before its start. */
export const none = 255;

/** The part of a string that counting uses. */
export interface CodeUnits {
  readonly length: number;
  charCodeAt(index: number): number;
}

/** The first code unit after each range above ASCII, in rising order (Unicode's table of blocks). */
const ranges: readonly (readonly [end: number, kind: CharacterClass])[] = [
  [0x00c0, 'other'],
  [0x0250, 'accented'],
  [0x0370, 'other'],
  [0x0400, 'greek'],
  [0x0530, 'cyrillic'],
  [0x0590, 'other'],
  [0x0780, 'semitic'],
  [0x0900, 'other'],
  [0x1000, 'indic'],
  [0x1100, 'other'],
  [0x1200, 'hangul'],
  [0x1780, 'other'],
  [0x1800, 'indic'],
  [0x1e00, 'other'],
  [0x1f00, 'accented'],
  [0x2000, 'greek'],
  [0x2e80, 'other'],
  [0x3000, 'han'],
  [0x3040, 'wideMark'],
  [0x3100, 'kana'],
  [0x3130, 'han'],
  [0x3190, 'hangul'],
  [0x31f0, 'han'],
  [0x3200, 'kana'],
  [0xa000, 'han'],
  [0xac00, 'other'],
  [0xd800, 'hangul'],
  [0xe000, 'surrogate'],
  [0xf900, 'other'],
  [0xfb00, 'han'],
  [0xfb50, 'other'],
  [0xfe00, 'semitic'],
  [0xfe30, 'other'],
  [0xff66, 'wideMark'],
  [0xffa0, 'kana'],
  [0xfff0, 'wideMark'],
  [0x10000, 'other'],
];

/** The index of the class of each code unit, so that counting is a table lookup. */
const classes = listClasses();

function listClasses(): Uint8Array {
  const list = new Uint8Array(0x10000);
  let start = 0x80;
  for (let unit = 0; unit < start; unit += 1) {
    list[unit] = characterClasses.indexOf(classOfAscii(String.fromCharCode(unit)));
  }
  for (const [end, kind] of ranges) {
    list.fill(characterClasses.indexOf(kind), start, end);
    start = end;
  }
  return list;
}

function classOfAscii(character: string): CharacterClass {
  if (/[a-z]/.test(character)) return 'lower';
  if (/[A-Z]/.test(character)) return 'upper';
  if (/[0-9]/.test(character)) return 'digit';
  if (/[\n\v\f\r]/.test(character)) return 'break';
  if (character === ' ') return 'space';
  return character === '\t' ? 'tab' : 'mark';
}

/** The index of the class of a code unit, 0 to 0xFFFF. */
export function classOf(unit: number): number {
  return classes[unit] ?? other;
}

/** The index of the class of the code unit at an index of a text; `none` at its end. */
export function classAt(text: CodeUnits, index: number): number {
  return index < text.length ? classOf(text.charCodeAt(index)) : none;
}

/** Whether the class of this index belongs to words in Latin letters. */
export function isLatin(kind: number): boolean {
  return kind <= accented;
}
