// Schemas in the part of JSON Schema that Moonshot's service accepts, for the tools and options encoders.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { mapSchema } from '../../../shared/map-schema.ts';

/*
 * The service names the part MFJS (`MoonshotAI/walle`, docs/mfjs-spec.md) and rejects, with the place of the fault:
 * keywords beside a reference, references to anything but `$defs` of the root, a type beside alternatives, a list of
 * types, and a schema without any type.
 */

/** Rewrites what the service rejects. */
export function fitToMoonshot(schema: JsonObject): JsonObject {
  const { definitions, ...root } = mapSchema(schema, fitOne);
  if (!isJsonObject(definitions)) return root;
  const { $defs } = root;
  return { ...root, $defs: { ...definitions, ...(isJsonObject($defs) && $defs) } };
}

function fitOne(schema: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  if (typeof reference === 'string') return fitReference(reference, schema);
  return typeOf(splitTypes(joinAlternatives(schema)));
}

/** The definitions stay, because they may be at the root. */
function fitReference(reference: string, { $defs, definitions }: JsonObject): JsonObject {
  const $ref = reference.replace(/^#\/definitions\//, '#/$defs/');
  const isKnown = $ref === '#' || $ref.startsWith('#/$defs/');
  return {
    ...(isKnown ? { $ref } : { anyOf: anyValue }),
    ...omitUndefined({ $defs, definitions }),
  };
}

/** `oneOf` is unknown; a type beside alternatives belongs into each of them. */
function joinAlternatives({ oneOf, ...schema }: JsonObject): JsonObject {
  const { anyOf: given, type, ...rest } = schema;
  const anyOf = given ?? oneOf;
  if (!Array.isArray(anyOf)) return schema;
  return {
    ...rest,
    anyOf: anyOf.map((branch) => {
      if (!isJsonObject(branch) || type === undefined || '$ref' in branch) return branch;
      return isTyped(branch) ? branch : { type, ...branch };
    }),
  };
}

/** Keywords that say something about values of any type. */
const general = ['description', 'default', '$defs', 'definitions'];

function splitTypes(schema: JsonObject): JsonObject {
  const { type: types } = schema;
  if (!Array.isArray(types)) return schema;
  const entries = Object.entries(schema).filter(([keyword]) => keyword !== 'type');
  const shared = entries.filter(([keyword]) => general.includes(keyword));
  const own = Object.fromEntries(entries.filter(([keyword]) => !general.includes(keyword)));
  const anyOf = types.map((type) => (type === 'null' ? { type } : { type, ...own }));
  return { ...Object.fromEntries(shared), anyOf };
}

const anyValue: JsonValue[] = ['string', 'number', 'boolean', 'object', 'array', 'null'].map(
  (type) => ({ type }),
);

function isTyped({ type, anyOf, enum: values }: JsonObject): boolean {
  return (type ?? anyOf ?? values) !== undefined;
}

/** Adds the type that the other keywords mean, or all types. */
function typeOf({ const: only, ...schema }: JsonObject): JsonObject {
  const listed = only === undefined ? schema : { ...schema, enum: [only] };
  if (isTyped(listed) || Array.isArray(listed['allOf'])) return listed;
  if (isJsonObject(listed['properties'])) return { type: 'object', ...listed };
  if (listed['items'] !== undefined) return { type: 'array', ...listed };
  return { ...listed, anyOf: anyValue };
}
