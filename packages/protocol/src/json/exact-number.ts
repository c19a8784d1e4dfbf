// Numbers that a double would change, kept as text, and JSON written with them.
type RawJson = (text: string) => unknown;

/** `JSON.rawJSON` prints text as it is; hosts of before 2025 may lack it. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON?: RawJson };

/**
 * A number as its source text, because a double would change it, such as an id of 64 bits. `JSON.stringify`
 * prints the text itself where the host can; `writeJson` prints it everywhere.
 */
export interface ExactNumber {
  /** The JSON literal. */
  readonly source: string;
  /** What `JSON.stringify` prints: the nearest double where the host cannot print raw text. */
  toJSON(): unknown;
}

class Literal implements ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return rawJSON === undefined ? Number(this.source) : rawJSON(this.source);
  }
}

/** @param source a number as JSON writes it */
export function createExactNumber(source: string): ExactNumber {
  return new Literal(source);
}

/** Distinguishes a number that is kept as its source text from every other value. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return value instanceof Literal;
}

/** Fewer characters than this are always a number that a double prints back. */
const fewestCharacters = 16;

/** What a literal means: a double, or its own text where a double would not print it back. */
export function readNumber(literal: string): number | ExactNumber {
  const value = Number(literal);
  const isSafe = literal.length < fewestCharacters && Number.isFinite(value);
  return isSafe || String(value) === literal ? value : createExactNumber(literal);
}

/** Long digits, or an exponent of three: a quick look that sometimes finds them in a text. */
const longNumber = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/** False when no number in the JSON text can be one that a double changes. */
export function mayHoldExactNumber(text: string): boolean {
  return longNumber.test(text);
}

/** True when a number somewhere in the value is kept as its text. */
export function holdsExactNumber(value: unknown): boolean {
  if (isExactNumber(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsExactNumber);
}

/** `JSON.stringify` that prints exact numbers on every host. @param isRaw whether the host prints raw text */
export function writeJson(value: unknown, isRaw = rawJSON !== undefined): string {
  return isRaw || !holdsExactNumber(value) ? JSON.stringify(value) : (writeValue(value) ?? 'null');
}

function writeValue(value: unknown): string | undefined {
  if (isExactNumber(value)) return value.source;
  if (Array.isArray(value)) return `[${value.map((each) => writeValue(each) ?? 'null').join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, each]) => {
    const text = writeValue(each);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
