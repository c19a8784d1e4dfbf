/** Lists what a model reads of a JSON Schema, for the estimate of its tokens. */
import { isExactNumber, isJsonObject, type JsonObject, type JsonValue } from '@parley/protocol';

export interface SchemaWords {
  /** Names, descriptions, permitted values: what a model reads of a schema. */
  readonly words: readonly string[];
  /** How many properties there are, on all levels. */
  readonly properties: number;
}

/** Keys whose value is a map from names to schemas. */
const nameMaps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Keys whose price is part of a property's, or that no model sees. */
const silent: ReadonlySet<string> = new Set(['type', 'required', '$schema', '$ref', '$id']);

/** Lists what a JSON Schema says. A list of open values instead of recursion: depth does not matter. */
export function listSchemaWords(schema: JsonObject): SchemaWords {
  const words: string[] = [];
  const open: JsonValue[] = [schema];
  let properties = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isJsonObject(value)) properties += openObject(value, words, open);
    else if (isExactNumber(value)) words.push(value.source);
    else if (typeof value !== 'boolean' && value !== null) words.push(String(value));
  }
  return { words, properties };
}

/** Opens the values of one object and gives the number of properties it names. */
function openObject(object: JsonObject, words: string[], open: JsonValue[]): number {
  let properties = 0;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || silent.has(key)) continue;
    if (nameMaps.has(key) && isJsonObject(value)) {
      properties += openNames(value, words, open);
    } else open.push(value);
  }
  return properties;
}

function openNames(schemas: JsonObject, words: string[], open: JsonValue[]): number {
  const entries = Object.entries(schemas);
  for (const [name, schema] of entries) {
    words.push(name);
    if (schema !== undefined) open.push(schema);
  }
  return entries.length;
}
