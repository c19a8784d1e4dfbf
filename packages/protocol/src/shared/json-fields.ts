// Reads fields of unvalidated JSON, for the readers of streams, errors and usage in every dialect.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** The largest index that an event may state; larger ones count as absent. */
const largestPosition = 100_000;

/** The value itself if it is a string, else an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A string field of an event; empty if it is absent or not a string. */
export function textAt(event: JsonObject, field: string): string {
  return textOf(event[field]);
}

/** An index field of an event; `undefined` if it is absent or invalid. */
export function positionAt(event: JsonObject, field: string): number | undefined {
  const value = event[field];
  const isPosition = typeof value === 'number' && Number.isInteger(value);
  return isPosition && value >= 0 && value <= largestPosition ? value : undefined;
}

/** An object field of an event; `undefined` if it is absent or not an object. */
export function objectAt(event: JsonValue | undefined, field: string): JsonObject | undefined {
  const value = isJsonObject(event) ? event[field] : undefined;
  return isJsonObject(value) ? value : undefined;
}

const empty: JsonObject = Object.freeze({});

/** The value itself if it is an object, else an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : empty;
}

/** The objects of a list; none if the value is not a list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
