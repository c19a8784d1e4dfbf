// Schemas in the strict form of OpenAI, for tools and structured output.
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { OutputFormat } from '../../canonical/request.ts';

/**
 * Says whether an answer is bound to its schema: what the caller said, or what the caller's format does by
 * itself where the schema is one that OpenAI can enforce.
 */
export function encodeStrict(
  { strict, bound, schema }: Extract<OutputFormat, { type: 'schema' }>,
  notes: NoteBook,
): boolean | undefined {
  if (strict !== undefined || bound !== true) return strict;
  if (isStrictSchema(schema)) return true;
  const reason = 'The schema is followed without a guarantee: it leaves keys open or optional.';
  notes.approximated('outputFormat.strict', reason);
  return undefined;
}

/** Keywords that strict schemas may not have (OpenAI's page on structured outputs, "Supported schemas"). */
const unsupportedKeywords = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
  'unevaluatedProperties',
];

/** True when every object is closed and requires all its properties, and no other keyword stands there. */
function isStrictSchema(root: JsonObject): boolean {
  return root['type'] === 'object' && isStrict(root);
}

function isStrict(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema) || unsupportedKeywords.some((name) => schema[name] !== undefined))
    return false;
  const { items, anyOf, properties, $defs, definitions } = schema;
  const inner = [properties, $defs, definitions].flatMap((table) => {
    return isJsonObject(table) ? Object.values(table) : [];
  });
  const branches = Array.isArray(anyOf) ? anyOf : [];
  const all = items === undefined ? [...inner, ...branches] : [...inner, ...branches, items];
  return isClosed(schema) && all.every(isStrict);
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : [type];
  if (!types.includes('object') && properties === undefined) return true;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const demanded = Array.isArray(required) ? required : [];
  return additionalProperties === false && names.every((name) => demanded.includes(name));
}
