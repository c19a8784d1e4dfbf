import { classOf, type CharacterClass, type CodeUnits } from './character-class.ts';

export interface Scramble {
  /** The first index after the run. */
  readonly end: number;
  /** What the run counts as when it is data; `undefined` when it consists of words. */
  readonly kind: 'base64' | 'hexadecimal' | undefined;
}

/** Shorter runs are names and words. */
const shortestScramble = 20;

/**
 * How often the class of character changes in data, per character: from 0.27 in text that was written
 * in base64 to 0.6. Of `camelCase` names and paths 99 in 100 stay below 0.22.
 */
const changesInData = 0.26;

/** What base64, its form for addresses and UUIDs have beside letters and digits: `+ / = - _`. */
const joints: ReadonlySet<number> = new Set([0x2b, 0x2f, 0x3d, 0x2d, 0x5f]);

/** Looks at the unbroken run of letters, digits and `+/=-_` that begins at `start`. */
export function measureScramble(text: CodeUnits, start: number): Scramble {
  const seen = { lower: 0, upper: 0, digit: 0 };
  let changes = 0;
  let before: CharacterClass | undefined;
  let end = start;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    const here = joints.has(unit) ? before : classOf(unit);
    if (here !== 'lower' && here !== 'upper' && here !== 'digit') break;
    if (isChange(before, here)) changes += 1;
    seen[here] += 1;
    before = here;
  }
  const length = end - start;
  if (length < shortestScramble || changes < length * changesInData)
    return { end, kind: undefined };
  return { end, kind: seen.lower > 0 && seen.upper > 0 ? 'base64' : 'hexadecimal' };
}

/** A small letter after a capital is no change: so begins every `Word`. */
function isChange(before: CharacterClass | undefined, here: CharacterClass): boolean {
  return here !== before && !(before === 'upper' && here === 'lower');
}
