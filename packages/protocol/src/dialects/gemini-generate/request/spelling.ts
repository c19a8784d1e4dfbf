// Converts field names of Gemini generateContent from snake_case to camelCase, for the request decoder.
import { isJsonObject, type JsonValue } from '../../../json/value.ts';

/** Fields whose values are the client's own data or schemas: names inside them are not changed. */
const foreignFields: ReadonlySet<string> = new Set([
  'args',
  'customConfigs',
  'headers',
  'labels',
  'parameters',
  'parametersJsonSchema',
  'partMetadata',
  'response',
  'responseJsonSchema',
  'responseSchema',
  'schema',
]);

/**
 * Converts every field name to camel case. Google's JSON parser accepts `snake_case` next to `camelCase`
 * everywhere, as the JSON mapping of Protocol Buffers requires. If both spellings of a field occur, the camel
 * case one is used.
 */
export function toCamelCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (!isJsonObject(value)) return value;
  const renamed = new Map<string, JsonValue>();
  for (const [name, field] of Object.entries(value)) {
    const plain = renameField(name);
    if (plain !== name && (renamed.has(plain) || Object.hasOwn(value, plain))) continue;
    const inner = field ?? null;
    renamed.set(plain, foreignFields.has(plain) ? inner : toCamelCase(inner));
  }
  return Object.fromEntries(renamed);
}

/** Converts `snake_case` to camel case; any other name is unchanged. */
export function renameField(name: string): string {
  return name.includes('_')
    ? name.replace(/([a-z0-9])_([a-z0-9])/g, (_, before: string, after: string) => {
        return before + after.toUpperCase();
      })
    : name;
}
