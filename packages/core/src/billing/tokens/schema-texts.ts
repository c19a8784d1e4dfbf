/** Lists what a model reads of a JSON Schema, to estimate its tokens. */
import { isExactNumber, isJsonObject, type JsonObject, type JsonValue } from '@parley/protocol';

export interface SchemaTexts {
  /** What a model reads of a schema: names, descriptions, permitted values. */
  readonly texts: readonly string[];
  /** The number of properties, on all levels. */
  readonly properties: number;
}

/** Keys whose value is a map from names to schemas. */
const nameMaps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Keys whose tokens are part of a property's, or that no model reads. */
const silent: ReadonlySet<string> = new Set(['type', 'required', '$schema', '$ref', '$id']);

/**
 * Lists the words of a JSON Schema. Uses a list of open values instead of recursion, so that nesting depth
 * does not matter.
 */
export function listSchemaTexts(schema: JsonObject): SchemaTexts {
  const texts: string[] = [];
  const open: JsonValue[] = [schema];
  let properties = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isJsonObject(value)) properties += openObject(value, texts, open);
    else if (isExactNumber(value)) texts.push(value.source);
    else if (typeof value !== 'boolean' && value !== null) texts.push(String(value));
  }
  return { texts, properties };
}

/** Queues the values of one object and returns the number of properties it names. */
function openObject(object: JsonObject, texts: string[], open: JsonValue[]): number {
  let properties = 0;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || silent.has(key)) continue;
    if (nameMaps.has(key) && isJsonObject(value)) {
      properties += openNames(value, texts, open);
    } else open.push(value);
  }
  return properties;
}

function openNames(schemas: JsonObject, texts: string[], open: JsonValue[]): number {
  const entries = Object.entries(schemas);
  for (const [name, schema] of entries) {
    texts.push(name);
    if (schema !== undefined) open.push(schema);
  }
  return entries.length;
}
