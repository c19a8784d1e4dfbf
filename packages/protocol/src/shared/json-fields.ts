import { isJsonObject, type JsonObject } from '../json/value.ts';

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

export function objectAt(event: JsonObject, field: string): JsonObject | undefined {
  const value = event[field];
  return isJsonObject(value) ? value : undefined;
}
