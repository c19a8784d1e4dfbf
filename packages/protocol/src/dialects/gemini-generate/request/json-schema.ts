// Converts Gemini's schemas to JSON Schema, for the tools and options decoders.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { renameField } from './spelling.ts';

/*
 * Clients write the OpenAPI subset (upper-case types, `nullable`, counts as strings, snake case) also in the
 * fields for JSON Schema, so both are read in the same way.
 */

/** Keywords whose value is a schema, a list of schemas, or a table of schemas. */
const nested = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const tables = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'defs']);

/** Counts that the subset writes as strings. */
const counts = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

/** Keywords that are handled below, or that JSON Schema does not define. */
const handled = new Set(['type', 'nullable', 'propertyOrdering', 'example', 'format', 'enum']);

export function toJsonSchema(schema: JsonObject): JsonObject {
  const fields = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(schema)) {
    if (value !== undefined) fields.set(name.startsWith('$') ? name : renameField(name), value);
  }
  const kept: JsonObject = {};
  for (const [keyword, value] of fields) {
    if (!handled.has(keyword)) kept[keyword] = readKeyword(keyword, value);
  }
  const isNullable = fields.get('nullable') === true;
  return {
    ...readType(fields.get('type'), isNullable),
    ...readEnum(fields, isNullable),
    ...kept,
    ...(isNullable && fields.get('type') === undefined ? withNull(kept) : {}),
    ...readOrder(kept['properties'], fields.get('propertyOrdering')),
  };
}

function readKeyword(keyword: string, value: JsonValue): JsonValue {
  if (counts.has(keyword)) return typeof value === 'string' ? Number(value) : value;
  if (nested.has(keyword)) return readSchema(value);
  if (lists.has(keyword)) return Array.isArray(value) ? value.map(readSchema) : value;
  if (!tables.has(keyword) || !isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, entry]): [string, JsonValue] => {
    return [name, readSchema(entry ?? null)];
  });
  return Object.fromEntries(entries);
}

function readSchema(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(readSchema);
  return isJsonObject(value) ? toJsonSchema(value) : value;
}

function readType(type: JsonValue | undefined, isNullable: boolean): { type?: JsonValue } {
  const types = (Array.isArray(type) ? type : [type]).flatMap(lowerType);
  if (types.length === 0) return {};
  const all = isNullable && !types.includes('null') ? [...types, 'null'] : types;
  return { type: all.length === 1 && all[0] !== undefined ? all[0] : all };
}

function lowerType(word: JsonValue | undefined): string[] {
  if (typeof word !== 'string' || word === 'TYPE_UNSPECIFIED') return [];
  return [word.toLowerCase()];
}

/** An `enum` must contain `null` if the value may be null; the format `enum` adds nothing. */
function readEnum(fields: ReadonlyMap<string, JsonValue>, isNullable: boolean): JsonObject {
  const values = fields.get('enum');
  const format = fields.get('format');
  const example = fields.get('example');
  const all =
    Array.isArray(values) && isNullable && !values.includes(null) ? [...values, null] : values;
  return omitUndefined({
    enum: all,
    format: format === 'enum' ? undefined : format,
    examples: example === undefined ? undefined : [example],
  });
}

function withNull({ anyOf }: JsonObject): JsonObject {
  return Array.isArray(anyOf) ? { anyOf: [...anyOf, { type: 'null' }] } : {};
}

/** JSON Schema has no order other than that of the properties themselves. */
function readOrder(properties: JsonValue | undefined, order: JsonValue | undefined): JsonObject {
  if (!isJsonObject(properties) || !Array.isArray(order)) return {};
  const first = order.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  const names = new Set([...first, ...Object.keys(properties)].map(String));
  const entries = [...names].map((name): [string, JsonValue] => [name, properties[name] ?? null]);
  return { properties: Object.fromEntries(entries) };
}
