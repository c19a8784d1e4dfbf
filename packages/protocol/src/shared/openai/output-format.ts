// The schema of structured output in OpenAI’s formats, for the decoders and encoders of options.
import type { NoteBook } from '../../canonical/note.ts';
import type { FunctionTool, OutputFormat } from '../../canonical/request.ts';
import { NameMap } from '../../history/names.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { omitNullish } from '../omit-undefined.ts';

/** Decodes a schema format. Without a schema it means any JSON. @param path of the format, for the note */
export function decodeSchemaFormat(
  input: SchemaFormatInput,
  path: string,
  notes: NoteBook,
): OutputFormat {
  const { name, description, schema, strict } = input;
  if (schema) return { type: 'schema', schema, ...omitNullish({ name, description, strict }) };
  notes.approximated(path, 'A schema format without a schema means any JSON.');
  return { type: 'json' };
}

interface SchemaFormatInput {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly schema?: JsonObject | null | undefined;
  readonly strict?: boolean | null | undefined;
}

/** The name of a schema, which the formats require. Other dialects have none, and it must not vary. */
export function schemaName(name: string | undefined): string {
  return name === undefined ? 'response' : new NameMap().toUpstream(name);
}

/**
 * Decides whether a schema is enforced: as the client asked, or, if the client's format enforces schemas that OpenAI
 * cannot enforce, only where OpenAI can. @param path of the field `strict`, for the note
 */
export function encodeStrict(
  { strict, bound, schema }: EnforcedSchema,
  path: string,
  notes: NoteBook,
): boolean | undefined {
  if (bound !== true) return strict;
  if (schema !== undefined && isStrictSchema(schema)) return true;
  const reason = 'The schema is followed without a guarantee: it leaves keys open or optional.';
  notes.approximated(path, reason);
  return undefined;
}

type EnforcedSchema = Pick<FunctionTool, 'strict' | 'bound' | 'schema'>;

/** Keywords that strict schemas must not have (OpenAI's page on structured outputs, "Supported schemas"). */
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

/** True if every object is closed and requires all its properties, and no unsupported keyword occurs. */
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
