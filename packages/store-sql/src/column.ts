import type { Flag } from './schema.ts';

/**
 * Rounds to the whole number that a column takes.
 * @throws RangeError when it is not finite or too large to be read back exactly.
 */
export function toInteger(value: number): number {
  const whole = Math.round(value);
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

/** PostgreSQL refuses NUL, and UTF-8 has no unpaired surrogates; each becomes U+FFFD. */
export function toText(value: string): string {
  return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** JSON text; it holds no NUL and no unpaired surrogate, because JSON escapes both. */
export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Turns an absent field into the null of its column. */
export function toNullable<Value, Kept>(
  value: Value | undefined,
  convert: (value: Value) => Kept,
): Kept | null {
  return value === undefined ? null : convert(value);
}

/** Spreads into a record: an empty column leaves its field absent. */
export function fromNullable<Name extends string, Value>(
  name: Name,
  value: Value | null,
): { readonly [Key in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { readonly [Key in Name]: Value });
}

/** Spreads into a row that changes: an absent field leaves its column alone. */
export function toChange<Name extends string, Value, Kept>(
  name: Name,
  value: Value | undefined,
  convert: (value: Value) => Kept,
): { readonly [Key in Name]?: Kept } {
  if (value === undefined) return {};
  return { [name]: convert(value) } as { readonly [Key in Name]: Kept };
}

/** Lets null through, which empties a column. */
export function orNull<Value, Kept>(
  convert: (value: Value) => Kept,
): (value: Value | null) => Kept | null {
  return (value) => (value === null ? null : convert(value));
}
