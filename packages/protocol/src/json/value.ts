// The types of parsed JSON.
import { isExactNumber, type ExactNumber } from './exact-number.ts';

/** A value as `parseJson` returns it. */
export type JsonValue = string | number | ExactNumber | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a missing key reads as `undefined`. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Distinguishes a JSON object from every other value, arrays and null included. */
export function isJsonObject(value: unknown): value is JsonObject {
  const isHolder = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHolder && !isExactNumber(value);
}
