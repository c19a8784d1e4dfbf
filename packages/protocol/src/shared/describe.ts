// Descriptions of JSON Schemas that have to share one place.
import type { JsonObject, JsonValue } from '../json/value.ts';

/** The schema with a description, before its own if it has another one. */
export function describe(schema: JsonObject, description: JsonValue | undefined): JsonObject {
  const own = schema['description'];
  if (typeof description !== 'string' || own === description) return schema;
  return {
    ...schema,
    description: typeof own === 'string' ? `${description}\n${own}` : description,
  };
}

/** Adds the keywords of a second schema, which win, except that the model reads both descriptions. */
export function overlay(below: JsonObject, { description, ...above }: JsonObject): JsonObject {
  return describe({ ...below, ...above }, description);
}
