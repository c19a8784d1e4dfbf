/** What all stored records have in common: how fields are stored, changes, pages and deletions. */
import { StoreChangedError } from './errors.ts';

/**
 * How a driver stores a field. A `word` is an id or a constant and is stored as it is; a `text` may contain
 * any character (see `toStorableText`); an `integer` is rounded, a `real` is not; `json` is any value that is
 * not a primitive.
 */
export type FieldKind = 'word' | 'text' | 'integer' | 'real' | 'flag' | 'json';

/** The kinds that fit values of a type. */
export type KindsOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : [Value] extends [number]
    ? 'integer' | 'real'
    : [Value] extends [string]
      ? 'word' | 'text'
      : 'json';

/**
 * Every field of a record, optional ones included, and how it is stored. Drivers derive their columns from
 * it.
 */
export type Fields<Item> = {
  readonly [Name in keyof Item]-?: KindsOf<NonNullable<Item[Name]>>;
};

/** Changes of a record: an absent field stays as it is, `null` removes an optional one. */
export type Changes<Item> = {
  readonly [Name in keyof Item]?: undefined extends Item[Name]
    ? Exclude<Item[Name], undefined> | null
    : Item[Name];
};

/** One page of a list: the records that follow the one with this id. Sorted by id where the list says nothing else. */
export interface ListPage {
  readonly afterId?: string;
  /** The maximum number of records: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** Selects the records of a growing table that are deleted. */
export interface Deletion {
  /** Milliseconds since 1970. */
  readonly before: number;
  /** The maximum number of records: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/**
 * Checks how many records a list may have.
 * @throws RangeError when it is not a whole number from 1 to the maximum
 */
export function checkListLimit(limit: number, maximum = 1_000): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maximum) return;
  throw new RangeError(`The limit must be a whole number from 1 to ${String(maximum)}.`);
}

/**
 * Rounds to a whole number.
 * @throws RangeError when it is not finite or too large to be stored exactly
 */
export function toWholeNumber(value: number): number {
  const whole = Math.round(value);
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}

/** PostgreSQL rejects NUL, and UTF-8 cannot encode unpaired surrogates; each becomes U+FFFD. */
export function toStorableText(text: string): string {
  return unstorable.test(text) ? text.replaceAll(allUnstorable, '\uFFFD') : text;
}

const unstorable = /[\0\p{Surrogate}]/u;
const allUnstorable = new RegExp(unstorable, 'gu');

/**
 * Compares a record of a store with what was read from the same store before.
 * @throws StoreChangedError when they differ
 */
export function checkUnchanged(current: unknown, expected: unknown): void {
  if (expected === undefined || JSON.stringify(current) === JSON.stringify(expected)) return;
  throw new StoreChangedError('The record has been changed since it was read.');
}
