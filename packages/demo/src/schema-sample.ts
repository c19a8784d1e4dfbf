/** Creates an example value for a JSON Schema; the models `tools` and `json` return it. */
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/protocol';

/** Maximum depth of a value, which ends recursive schemas. */
const deepest = 12;

/** Maximum number of items or properties at one level, whatever the schema requires. */
const mostMembers = 64;

/** Maximum number of values in a sample, because a recursive schema could grow without end. */
const mostValues = 500;

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  /** Remaining number of values; shared by the whole sample. */
  readonly budget: { left: number };
}

/**
 * Returns a value that fits a JSON Schema, always the same one. Supports the keywords that tool schemas use,
 * but not `pattern` and `not`.
 */
export function sampleOf(schema: JsonObject): JsonValue {
  return sampleAt(schema, { root: schema, depth: 0, budget: { left: mostValues } });
}

function sampleAt(schema: JsonValue | undefined, { root, depth, budget }: Place): JsonValue {
  if (!isJsonObject(schema) || depth > deepest || budget.left-- <= 0) return null;
  const place = { root, depth: depth + 1, budget };
  const given = givenValue(schema);
  if (given !== undefined) return given;
  if (typeof schema['$ref'] === 'string')
    return sampleAt(followReference(root, schema['$ref']), place);
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return sampleAt(merge(schema, alternatives.slice(0, 1)), place);
  if (Array.isArray(schema['allOf'])) return sampleAt(merge(schema, schema['allOf']), place);
  return sampleOfType(schema, place);
}

/** A value that the schema itself contains. */
function givenValue(schema: JsonObject): JsonValue | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  return schema['default'];
}

function followReference(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  let value: JsonValue | undefined = root;
  for (const step of reference.split('/').slice(1, 1 + deepest)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Merges a schema with its parts: later parts override, properties and required names are combined. */
function merge(schema: JsonObject, parts: readonly JsonValue[]): JsonObject {
  const { anyOf: _, oneOf: __, allOf: ___, ...merged } = schema;
  for (const part of parts.filter(isJsonObject)) {
    const properties = { ...propertiesOf(merged), ...propertiesOf(part) };
    const required = [...requiredOf(merged), ...requiredOf(part)];
    Object.assign(merged, part);
    if (Object.keys(properties).length > 0) merged['properties'] = properties;
    if (required.length > 0) merged['required'] = required;
  }
  return merged;
}

function sampleOfType(schema: JsonObject, place: Place): JsonValue {
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, place);
    case 'array':
      return sampleArray(schema, place);
    case 'number':
      return sampleNumber(schema, false);
    case 'integer':
      return sampleNumber(schema, true);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleString(schema);
  }
}

function typeOf(schema: JsonObject): JsonValue | undefined {
  const type = schema['type'];
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema['properties'] !== undefined) return 'object';
  return schema['items'] === undefined ? undefined : 'array';
}

/** The required properties; all properties when none is required, because `{}` would be a poor example. */
function sampleObject(schema: JsonObject, place: Place): JsonObject {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const names = required.length > 0 ? required : Object.keys(properties);
  const entries = names
    .slice(0, mostMembers)
    .map((name): [string, JsonValue] => [name, sampleAt(ownValue(properties, name), place)]);
  return Object.fromEntries(entries);
}

function sampleArray(schema: JsonObject, place: Place): JsonValue[] {
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : mostMembers;
  const wished = isJsonObject(schema['items']) ? 1 : 0;
  const length = Math.min(Math.max(least, Math.min(wished, most)), mostMembers);
  return Array.from({ length }, () => sampleAt(schema['items'], place));
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((item) => typeof item === 'string') : [];
}

function ownValue(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
/** Maximum length of a string that is created for `minLength`. */
const longestString = 10_000;

const formats: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-01'],
  ['date-time', '2026-01-01T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['duration', 'PT1H'],
  ['email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

function sampleString(schema: JsonObject): string {
  const sample = formats.get(schema['format']) ?? 'example';
  const least = Math.min(numberIn(schema, 'minLength') ?? 0, longestString);
  const most = numberIn(schema, 'maxLength') ?? longestString;
  return sample.padEnd(least, '.').slice(0, Math.max(0, most));
}

/** The lowest number in the range; 1 without a lower bound. */
function sampleNumber(schema: JsonObject, whole: boolean): number {
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const upper = numberIn(schema, 'maximum') ?? below;
  const lower = numberIn(schema, 'minimum') ?? above ?? Math.min(1, upper ?? 1);
  const step = numberIn(schema, 'multipleOf') ?? 1;
  let sample = Math.ceil(lower / step) * step;
  if (sample === above) sample += step;
  const fits = upper === undefined || (sample === below ? false : sample <= upper);
  if (fits) return sample;
  const low = Math.floor(upper / step) * step;
  if (low >= lower && low !== below) return low;
  return whole ? low - step : (lower + upper) / 2;
}

function numberIn(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}
