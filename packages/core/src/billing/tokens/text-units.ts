/** Counts what determines the number of tokens of a text: words, digits, punctuation, scripts and data. */
import {
  accented,
  type CharacterClass,
  characterClasses,
  classAt,
  type CodeUnits,
  cyrillic,
  digit,
  isLatin,
  lineBreak,
  lower,
  mark,
  none,
  other,
  space,
  tab,
  upper,
} from './character-class.ts';
import { measureScramble } from './scramble.ts';
import { type TextUnits, type UnitKind, unitKinds } from './token-weights.ts';

interface Pass {
  readonly text: CodeUnits;
  readonly units: TextUnits;
  at: number;
  /** The class of the character at `at`; `none` at the end. */
  here: number;
  /** The class of the character before it. */
  before: number;
  /** The index of the last accented letter. */
  accentAt: number;
  /** Up to which index runs were already checked for data. */
  scannedTo: number;
}

/** For how many characters an accented letter marks the text as not English. */
const accentReach = 150;

/** How many letters of a word are included in its base count. */
const freeLetters = 8;
const freeForeignLetters = 4;

/** The longest run that counts as a word. */
const longestWord = 20;

/** The unit of each class whose characters are counted one by one, by the index of the class. */
const scriptUnits: readonly (UnitKind | undefined)[] = characterClasses.map((kind) =>
  unitKinds.find((unit) => unit === kind),
);

/** Copied for each text, because counting is fast in copies of one object. */
const noUnits = Object.fromEntries(unitKinds.map((kind) => [kind, 0])) as TextUnits;

/** Counts the units of a text. No code unit is read more than four times, whatever the text. */
export function countUnits(text: CodeUnits): TextUnits {
  const counter = new UnitCounter();
  counter.add(text, text.length);
  return counter.units;
}

/** Counts the units of a text that is given piece by piece. */
export class UnitCounter {
  readonly units: TextUnits;
  #before = none;
  /** Relative to the end of what is counted. */
  #accentAt = -accentReach;

  constructor(units?: TextUnits) {
    this.units = units ?? { ...noUnits };
  }

  /**
   * Counts the beginning of a text that continues what is counted.
   * @param end where a run begins, as `findBoundary` returns it, or the length of the text
   */
  add(text: CodeUnits, end: number): void {
    const start = { at: 0, here: classAt(text, 0), before: this.#before };
    const pass: Pass = {
      text,
      units: this.units,
      ...start,
      accentAt: this.#accentAt,
      scannedTo: 0,
    };
    while (pass.here !== none && pass.at < end) takeRun(pass, pass.here);
    this.#before = pass.before;
    this.#accentAt = pass.accentAt - pass.at;
  }

  copy(): UnitCounter {
    const copy = new UnitCounter({ ...this.units });
    copy.#before = this.#before;
    copy.#accentAt = this.#accentAt;
    return copy;
  }
}

/** The scripts that are counted by character, whose characters are no run. */
const countedSingly = indicesOf('greek', 'semitic', 'indic', 'han', 'kana', 'hangul', 'wideMark');

const whitespace = indicesOf('space', 'tab', 'break');

function indicesOf(...classes: readonly CharacterClass[]): ReadonlySet<number> {
  return new Set(classes.map((kind) => characterClasses.indexOf(kind)));
}

/**
 * The last index at which a text can be split so that both parts together have the units of the whole,
 * whatever follows; 0 if there is none.
 */
export function findBoundary(text: CodeUnits): number {
  for (let at = text.length - 1; at > 0; at -= 1) {
    const here = classAt(text, at);
    const before = classAt(text, at - 1);
    const isBoundary = whitespace.has(here)
      ? !whitespace.has(before)
      : countedSingly.has(here) && countedSingly.has(before);
    if (isBoundary) return at;
  }
  return 0;
}

/** Consumes at least one character, up to the end of its run. */
function takeRun(pass: Pass, first: number): void {
  switch (first) {
    case lower:
    case upper:
    case accented:
      if (!takeScramble(pass)) takeWord(pass);
      break;
    case digit:
      if (!takeScramble(pass)) takeDigits(pass);
      break;
    case mark:
      takeMarks(pass);
      break;
    case space:
    case tab:
    case lineBreak:
      takeWhitespace(pass);
      break;
    case cyrillic:
      takeCyrillicWord(pass);
      break;
    case other:
      takeSymbol(pass);
      break;
    default:
      pass.units[scriptUnits[first] ?? 'other'] += 1;
      step(pass);
  }
}

/** Advances by one character and returns the class of the next. */
function step(pass: Pass): number {
  pass.before = pass.here;
  pass.at += 1;
  pass.here = classAt(pass.text, pass.at);
  return pass.here;
}

/** Continues at a character that was read already. */
function moveTo(pass: Pass, { at, before, here }: Pick<Pass, 'at' | 'before' | 'here'>): void {
  pass.at = at;
  pass.before = before;
  pass.here = here;
}

function takeScramble(pass: Pass): boolean {
  if (pass.at < pass.scannedTo) return false;
  const { end, kind } = measureScramble(pass.text, pass.at);
  pass.scannedTo = end;
  if (kind === undefined) return false;
  pass.units[kind] += end - pass.at;
  pass.at = end;
  pass.here = classAt(pass.text, end);
  pass.before = none;
  return true;
}

function takeWord(pass: Pass): void {
  const { text, at: start } = pass;
  const bare = pass.before !== space && !isLatin(pass.before);
  let at = start;
  let before: number;
  let { here } = pass;
  do {
    if (here === accented) noteAccent(pass, at);
    before = here;
    at += 1;
    here = classAt(text, at);
  } while (isLatin(here) && (here !== upper || before === upper));
  moveTo(pass, { at, before, here });
  pass.units.word += 1;
  takeLetters(pass, at - start, bare);
}

function noteAccent(pass: Pass, at: number): void {
  pass.units.accented += 1;
  pass.accentAt = at;
}

/** Counts the additional units of a long word. */
function takeLetters({ units, at, accentAt }: Pass, length: number, bare: boolean): void {
  const foreign = at - accentAt < accentReach;
  const kind = foreign ? 'foreignLetter' : bare ? 'bareLetter' : 'lateLetter';
  const free = foreign ? freeForeignLetters : freeLetters;
  if (length > free) units[kind] += Math.min(length, longestWord) - free;
  if (length > longestWord) units.unbroken += length - longestWord;
}

function takeDigits(pass: Pass): void {
  const start = pass.at;
  if (pass.before === space) pass.units.digitSpace += 1;
  while (step(pass) === digit);
  pass.units.digit += pass.at - start;
  pass.units.digitGroup += Math.ceil((pass.at - start) / 3);
}

function takeMarks(pass: Pass): void {
  let here = step(pass);
  pass.units[isLatin(here) ? 'leadMark' : 'mark'] += 1;
  while (here === mark) {
    pass.units[isRepeated(pass) ? 'repeatedMark' : 'furtherMark'] += 1;
    here = step(pass);
  }
}

/** Symbols: frames drawn with them cost little, as do rulers in ASCII. */
function takeSymbol(pass: Pass): void {
  pass.units[isRepeated(pass) ? 'repeatedMark' : 'other'] += 1;
  step(pass);
}

function isRepeated({ text, at }: Pass): boolean {
  return at > 0 && text.charCodeAt(at) === text.charCodeAt(at - 1);
}

function takeWhitespace(pass: Pass): void {
  const { text, units, at: start } = pass;
  const afterMark = pass.before === mark && pass.here === lineBreak;
  let lineStart = start;
  let at = start;
  let before: number;
  let { here } = pass;
  do {
    before = here;
    at += 1;
    here = classAt(text, at);
    if (before === lineBreak) lineStart = at;
  } while (here === space || here === tab || here === lineBreak);
  moveTo(pass, { at, before, here });
  if (lineStart > start) units[afterMark ? 'markBreak' : 'lineBreak'] += 1;
  if (at - lineStart > 1 || before === tab) units.gap += 1;
  units.whitespace += at - start;
}

function takeCyrillicWord(pass: Pass): void {
  const start = pass.at;
  while (step(pass) === cyrillic);
  const length = pass.at - start;
  pass.units.cyrillicWord += 1;
  pass.units.cyrillic += Math.min(length, longestWord);
  pass.units.unbroken += Math.max(0, length - longestWord);
}
