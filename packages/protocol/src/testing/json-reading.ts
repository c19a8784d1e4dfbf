// Reads fields of JSON in tests.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** A member that is an object; an empty one if there is none. */
export function objectAt(value: JsonValue | undefined, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(member) ? member : {};
}

/** A member that is a list; an empty one if there is none. */
export function listAt(value: JsonValue | undefined, name: string): JsonValue[] {
  const member = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

/** A member that is a string; an empty one if there is none. */
export function textAt(value: JsonValue | undefined, name: string): string {
  const member = isJsonObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}
