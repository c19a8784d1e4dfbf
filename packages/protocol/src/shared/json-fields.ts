// Fields of JSON that nobody has checked, for readers of streams, errors and usage in every dialect.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** The largest position an event may name; larger ones count as absent. */
const largestPosition = 100_000;

/** A text of an event; empty when it is absent or something else. */
export function textAt(event: JsonObject, field: string): string {
  const value = event[field];
  return typeof value === 'string' ? value : '';
}

/** A position an event names; `undefined` when it names none. */
export function positionAt(event: JsonObject, field: string): number | undefined {
  const value = event[field];
  const isPosition = typeof value === 'number' && Number.isInteger(value);
  return isPosition && value >= 0 && value <= largestPosition ? value : undefined;
}

/** An object of an event; `undefined` when it is absent or something else. */
export function objectAt(event: JsonValue | undefined, field: string): JsonObject | undefined {
  const value = isJsonObject(event) ? event[field] : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** The value itself where it is an object, else an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; none where the value is no list. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
