// Numbers that a double cannot represent, kept as text, and a JSON writer for them. Used by all codecs.
type RawJson = (text: string) => unknown;

/** `JSON.rawJSON` writes text unchanged; runtimes from before 2025 may lack it. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON?: RawJson };

/**
 * A number kept as source text because a double would change it, such as a 64-bit id. `JSON.stringify` writes
 * the text where the runtime supports it; `writeJson` writes it everywhere.
 */
export interface ExactNumber {
  /** The JSON literal. */
  readonly source: string;
  /** What `JSON.stringify` writes: the nearest double if the runtime cannot write raw text. */
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

/** @param source a number in JSON syntax */
export function createExactNumber(source: string): ExactNumber {
  return new Literal(source);
}

/** True if the value is a number kept as its source text. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return value instanceof Literal;
}

/** A number with fewer characters than this is always preserved by a double. */
const fewestCharacters = 16;

/** Reads a literal: a double, or the source text if a double would not preserve it. */
export function readNumber(literal: string): number | ExactNumber {
  const value = Number(literal);
  const isSafe = literal.length < fewestCharacters && Number.isFinite(value);
  return isSafe || String(value) === literal ? value : createExactNumber(literal);
}

/** Many digits, or an exponent with three digits. A quick check with some false positives. */
const longNumber = /\d(?:[\d.]{15}|[eE][+-]?\d{3})/;

/** False if no number in the JSON text can be one that a double changes. */
export function mayHoldExactNumber(text: string): boolean {
  return longNumber.test(text);
}

/** True if any number in the value is kept as source text. */
export function holdsExactNumber(value: unknown): boolean {
  if (isExactNumber(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsExactNumber);
}

/**
 * `JSON.stringify` that writes exact numbers on every runtime. @param isRaw whether the runtime can write raw
 * text
 */
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
