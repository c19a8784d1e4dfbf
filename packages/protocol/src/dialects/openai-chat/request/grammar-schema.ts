// Tool schemas for servers that compile them to a grammar, such as llama.cpp; for the tools encoder.
import { writeJson } from '../../../json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { mapSchema } from '../../../shared/map-schema.ts';

/*
 * llama.cpp (`json-schema-to-grammar.cpp`) fails on a schema that is `true`, on patterns that are not anchored or use
 * escapes or assertions, and on grammars with too many repetitions, to which all tools add up. What is removed is
 * written into the description, where the model still reads it.
 */

/** Higher limits are removed. The figures are Parley's own: its limit is for whole rules. */
const highest: Readonly<Record<string, number>> = {
  minLength: 200,
  maxLength: 200,
  minItems: 50,
  maxItems: 50,
};

const plainPattern = /^\^(?:[^\\(]|\((?!\?))*\$$/;

/** Removes what cannot become a grammar. */
export function fitToGrammar(schema: JsonObject): JsonObject {
  return mapSchema(schema, (each) => {
    const removed = Object.entries(each).filter(([keyword, value]) => mustGo(keyword, value));
    return describe(openBooleans(each), removed);
  });
}

function mustGo(keyword: string, value: JsonValue | undefined): boolean {
  if (keyword === 'pattern') return typeof value !== 'string' || !plainPattern.test(value);
  const limit = Object.hasOwn(highest, keyword) ? highest[keyword] : undefined;
  return limit !== undefined && typeof value === 'number' && value > limit;
}

function describe(
  schema: JsonObject,
  removed: readonly (readonly [string, JsonValue | undefined])[],
): JsonObject {
  if (removed.length === 0) return schema;
  const names = new Set(removed.map(([keyword]) => keyword));
  const kept = Object.entries(schema).filter(([keyword]) => !names.has(keyword));
  const words = removed.map(([keyword, value = null]) => `${keyword}: ${writeJson(value)}`);
  const { description } = schema;
  const before = typeof description === 'string' ? `${description} ` : '';
  return { ...Object.fromEntries(kept), description: `${before}(${words.join(', ')})` };
}

/** Writes a schema that allows anything as an empty one. */
function openBooleans(schema: JsonObject): JsonObject {
  const { properties, items } = schema;
  const table = isJsonObject(properties) ? properties : {};
  const isOpen = items === true || Object.values(table).includes(true);
  if (!isOpen) return schema;
  const opened = Object.entries(table).map(([name, value]) => [name, value === true ? {} : value]);
  return {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(opened) }),
    ...(items === true && { items: {} }),
  };
}
