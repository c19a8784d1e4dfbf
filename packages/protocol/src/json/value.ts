import { isExactNumber, mayHoldExactNumber, type ExactNumber } from './exact-number.ts';
import { readExactly } from './exact-reader.ts';

/** A value as `parseJson` returns it. */
export type JsonValue = string | number | ExactNumber | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a missing key reads as `undefined`. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Tells a JSON object from every other value, arrays and null included. */
export function isJsonObject(value: unknown): value is JsonObject {
  const isHolder = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHolder && !isExactNumber(value);
}

/**
 * Parses the JSON text of a request, an answer or an event. Gives `undefined` instead of throwing,
 * because JSON itself has no `undefined`. In arguments, results and schemas of tools, numbers that a
 * double would change are an `ExactNumber`.
 */
export function parseJson(text: string): JsonValue | undefined {
  return parse(text, false);
}

/** The same for text that is itself the arguments or the result of a tool. */
export function parseToolJson(text: string): JsonValue | undefined {
  return parse(text, true);
}

function parse(text: string, isTool: boolean): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return mayHoldExactNumber(text) ? readExactly(text, isTool) : value;
  } catch {
    return undefined;
  }
}
