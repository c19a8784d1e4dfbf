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
import { findRunEnd, findScramble } from './scramble.ts';
import { type TextUnits, unitIndex, unitKinds } from './token-weights.ts';

/** The text that is being counted, and where. */
interface Pass {
  readonly units: TextUnits;
  text: CodeUnits;
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
const scriptUnits: readonly number[] = characterClasses.map((kind) => {
  const unit = unitKinds.find((name) => name === kind);
  return unitIndex[unit ?? 'other'];
});

/** Counts the units of texts, each given whole or piece by piece. No code unit is read more than four times. */
export class UnitCounter {
  readonly #pass: Pass = {
    units: new Int32Array(unitKinds.length),
    text: '',
    at: 0,
    here: none,
    before: none,
    accentAt: -accentReach,
    scannedTo: 0,
  };

  /** What is counted; it changes with the next call. */
  get units(): TextUnits {
    return this.#pass.units;
  }

  /** Begins another text. */
  restart(): void {
    this.#pass.units.fill(0);
    this.#pass.before = none;
    this.#pass.accentAt = -accentReach;
  }

  /**
   * Counts the beginning of a text that continues what is counted.
   * @param end where a run begins, as `findBoundary` returns it, or the length of the text
   */
  add(text: CodeUnits, end: number): void {
    const pass = this.#pass;
    pass.text = text;
    pass.at = pass.scannedTo = 0;
    pass.here = classAt(text, 0);
    while (pass.here !== none && pass.at < end) takeRun(pass, pass.here);
    // Relative to the end of what is counted.
    pass.accentAt -= pass.at;
    pass.text = '';
  }

  copy(): UnitCounter {
    const copy = new UnitCounter();
    copy.#pass.units.set(this.#pass.units);
    copy.#pass.before = this.#pass.before;
    copy.#pass.accentAt = this.#pass.accentAt;
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
      count(pass, scriptUnits[first] ?? unitIndex.other);
      step(pass);
  }
}

function count({ units }: Pass, unit: number, times = 1): void {
  units[unit] = (units[unit] ?? 0) + times;
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
  const { text, at } = pass;
  if (at < pass.scannedTo) return false;
  const end = findRunEnd(text, at);
  pass.scannedTo = end;
  const kind = findScramble(text, at, end);
  if (kind === undefined) return false;
  count(pass, unitIndex[kind], end - at);
  pass.at = end;
  pass.here = classAt(text, end);
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
  count(pass, unitIndex.word);
  takeLetters(pass, at - start, bare);
}

function noteAccent(pass: Pass, at: number): void {
  count(pass, unitIndex.accented);
  pass.accentAt = at;
}

/** Counts the additional units of a long word. */
function takeLetters(pass: Pass, length: number, bare: boolean): void {
  const foreign = pass.at - pass.accentAt < accentReach;
  const { foreignLetter, bareLetter, lateLetter, unbroken } = unitIndex;
  const kind = foreign ? foreignLetter : bare ? bareLetter : lateLetter;
  const free = foreign ? freeForeignLetters : freeLetters;
  if (length > free) count(pass, kind, Math.min(length, longestWord) - free);
  if (length > longestWord) count(pass, unbroken, length - longestWord);
}

function takeDigits(pass: Pass): void {
  const start = pass.at;
  if (pass.before === space) count(pass, unitIndex.digitSpace);
  while (step(pass) === digit);
  count(pass, unitIndex.digit, pass.at - start);
  count(pass, unitIndex.digitGroup, Math.ceil((pass.at - start) / 3));
}

function takeMarks(pass: Pass): void {
  let here = step(pass);
  count(pass, isLatin(here) ? unitIndex.leadMark : unitIndex.mark);
  while (here === mark) {
    count(pass, isRepeated(pass) ? unitIndex.repeatedMark : unitIndex.furtherMark);
    here = step(pass);
  }
}

/** Symbols: frames drawn with them cost little, as do rulers in ASCII. */
function takeSymbol(pass: Pass): void {
  count(pass, isRepeated(pass) ? unitIndex.repeatedMark : unitIndex.other);
  step(pass);
}

function isRepeated({ text, at }: Pass): boolean {
  return at > 0 && text.charCodeAt(at) === text.charCodeAt(at - 1);
}

function takeWhitespace(pass: Pass): void {
  const { text, at: start } = pass;
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
  if (lineStart > start) count(pass, afterMark ? unitIndex.markBreak : unitIndex.lineBreak);
  if (at - lineStart > 1 || before === tab) count(pass, unitIndex.gap);
  count(pass, unitIndex.whitespace, at - start);
}

function takeCyrillicWord(pass: Pass): void {
  const start = pass.at;
  while (step(pass) === cyrillic);
  const length = pass.at - start;
  count(pass, unitIndex.cyrillicWord);
  count(pass, unitIndex.cyrillic, Math.min(length, longestWord));
  count(pass, unitIndex.unbroken, Math.max(0, length - longestWord));
}
