// The types of parsed JSON, used throughout the package.
import { isExactNumber, type ExactNumber } from './exact-number.ts';

/** A value as `parseJson` returns it. */
export type JsonValue = string | number | ExactNumber | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a missing key reads as `undefined`. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** True for a JSON object; false for every other value, including arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  const isHolder = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHolder && !isExactNumber(value);
}
