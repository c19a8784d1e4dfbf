/** What every kind of stored record has in common: how fields are kept, changes, pages and deletions. */

/**
 * How a field is kept by a driver. A `word` is an id or a constant and is kept as it is; a `text` may
 * hold any character (see `toStorableText`); an `integer` is rounded, a `real` is not; `json` is
 * everything that is no plain value.
 */
export type FieldKind = 'word' | 'text' | 'integer' | 'real' | 'flag' | 'json';

type KindsOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : [Value] extends [number]
    ? 'integer' | 'real'
    : [Value] extends [string]
      ? 'word' | 'text'
      : 'json';

/** Every field of a record, optional ones included, and how it is kept. Drivers derive their columns from it. */
export type Fields<Item> = {
  readonly [Name in keyof Item]-?: KindsOf<NonNullable<Item[Name]>>;
};

/** Changes of a record: an absent field stays as it is, `null` removes an optional one. */
export type Changes<Item> = {
  readonly [Name in keyof Item]?: undefined extends Item[Name]
    ? Exclude<Item[Name], undefined> | null
    : Item[Name];
};

/** Which part of a list is wanted: in the order of the ids, after this one. */
export interface ListPage {
  readonly afterId?: string;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** Which records of a growing table are to be deleted. */
export interface Deletion {
  /** Milliseconds since 1970. */
  readonly before: number;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** @throws RangeError when it is no whole number from 1 to the maximum */
export function checkListLimit(limit: number, maximum = 1_000): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maximum) return;
  throw new RangeError(`The limit must be a whole number from 1 to ${String(maximum)}.`);
}

/**
 * Rounds to a whole number.
 * @throws RangeError when it is not finite or too large to be kept exactly
 */
export function toWholeNumber(value: number): number {
  const whole = Math.round(value);
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}

/** PostgreSQL refuses NUL, and UTF-8 has no unpaired surrogates; each becomes U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
