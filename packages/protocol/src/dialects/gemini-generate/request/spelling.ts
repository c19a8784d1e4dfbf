// Field names of generateContent in snake_case and camelCase, for the request decoder.
import { isJsonObject, type JsonValue } from '../../../json/value.ts';

/** Fields whose values are the caller's own data or schemas: what lies inside keeps its names. */
const foreignFields: ReadonlySet<string> = new Set([
  'args',
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
 * Writes every field name in camel case. Google's JSON reader takes `snake_case` beside `camelCase`
 * everywhere, as the JSON mapping of Protocol Buffers demands. Where both spellings of one field are
 * there, the camel case one counts.
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

/** `snake_case` in camel case; every other name stays. */
export function renameField(name: string): string {
  return name.includes('_')
    ? name.replace(/([a-z0-9])_([a-z0-9])/g, (_, before: string, after: string) => {
        return before + after.toUpperCase();
      })
    : name;
}
