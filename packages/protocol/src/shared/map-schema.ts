// Changes every schema within a JSON Schema, for encoders whose upstreams accept only a part of the language.
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** Keywords whose value is a table of schemas, a list of schemas, or a schema. */
const tables: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
const singles: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);

/** Returns the schema with every schema in it changed, the outer ones first. */
export function mapSchema(
  schema: JsonObject,
  change: (schema: JsonObject) => JsonObject,
): JsonObject {
  const inside = (value: JsonValue): JsonValue => {
    return isJsonObject(value) ? mapSchema(value, change) : value;
  };
  const mapped: JsonObject = {};
  for (const [keyword, value = null] of Object.entries(change(schema))) {
    if (tables.has(keyword) && isJsonObject(value)) mapped[keyword] = mapValues(value, inside);
    else if (lists.has(keyword) && Array.isArray(value)) mapped[keyword] = value.map(inside);
    else mapped[keyword] = singles.has(keyword) ? inside(value) : value;
  }
  return mapped;
}

function mapValues(table: JsonObject, inside: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(table).map(([name, value = null]) => [name, inside(value)]),
  );
}
