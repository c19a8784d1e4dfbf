// Comparisons of our types with those of the vendors' official clients, for tests.
import type { JsonValue } from '../json/value.ts';

/** An interface has no index signature, so it is rewritten as the plain JSON it stands for. */
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

/** Compiles only when the first type may be used as the second. */
export type Fits<From extends To, To> = From;
