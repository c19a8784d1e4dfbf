// Two descriptions that have to share one place in a JSON Schema, for the encoders of output formats and tools.
import type { JsonObject, JsonValue } from '../json/value.ts';

/** Adds a description to a schema, before the schema's own if that is another one. */
export function addDescription(schema: JsonObject, description: JsonValue | undefined): JsonObject {
  const own = schema['description'];
  if (typeof description !== 'string' || own === description) return schema;
  return {
    ...schema,
    description: typeof own === 'string' ? `${description}\n${own}` : description,
  };
}

/** Adds the keywords of a second schema, which take precedence; both descriptions are kept, its own first. */
export function overlaySchema(
  below: JsonObject,
  { description, ...above }: JsonObject,
): JsonObject {
  return addDescription({ ...below, ...above }, description);
}
