// Compares our types with those of the vendors' official clients, for tests.
import type { JsonValue } from '../json/value.ts';

/** An interface has no index signature, so it is rewritten as a plain JSON type. */
export type Plain<Value> = unknown extends Value
  ? JsonValue
  : Value extends string
    ? string extends `${Value}`
      ? string
      : Value
    : Value extends readonly (infer Item)[]
      ? Plain<Item>[]
      : Value extends object
        ? { [Key in keyof Value]: Plain<Value[Key]> }
        : Value;

/** Compiles only if the first type is assignable to the second. */
export type Fits<From extends To, To> = From;
