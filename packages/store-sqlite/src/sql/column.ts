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
