/** A value as `JSON.parse` returns it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a missing key reads as `undefined`. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Tells a JSON object from every other value, arrays and null included. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON text; gives `undefined` instead of throwing, because JSON itself has no `undefined`. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
