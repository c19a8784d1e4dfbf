// Types, alternatives and merged branches of JSON Schema, for `openapi-schema.ts`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { addDescription } from '../../../shared/schema-descriptions.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';

/** The types and alternatives of a value, and whether it may also be null. */
export interface Shapes {
  /** Alternatives other than null. */
  readonly branches: readonly JsonObject[];
  /** Types other than null, as written. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
}

/** Splits lists of types and alternatives, because the subset allows null in neither. */
export function readShapes(schema: JsonObject): Shapes {
  const { type, nullable, enum: values, const: constant } = schema;
  const all = branchesOf(schema);
  const branches = all.filter((branch) => !isNull(branch));
  const named = (Array.isArray(type) ? type : [type]).filter((word) => typeof word === 'string');
  const types = named.filter((word) => word.toLowerCase() !== 'null');
  const isNullable =
    nullable === true ||
    branches.length < all.length ||
    types.length < named.length ||
    constant === null ||
    (Array.isArray(values) && values.includes(null));
  return { branches, types, isNullable };
}

function branchesOf({ anyOf, oneOf }: JsonObject): JsonObject[] {
  return [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
}

function isNull({ type, const: constant }: JsonObject): boolean {
  return type === 'null' || constant === null;
}

/** Merges schemas that apply together: the properties of all, and what any of them requires. */
export function mergeSchemas(schema: JsonObject): JsonObject {
  const { allOf, description, ...rest } = schema;
  const branches = [...(Array.isArray(allOf) ? allOf.filter(isJsonObject) : []), rest];
  let merged: JsonObject = {};
  for (const branch of branches) {
    const properties = { ...tableOf(merged), ...tableOf(branch) };
    const required = [...new Set([...listOf(merged['required']), ...listOf(branch['required'])])];
    const pending = [...listOf(merged['allOf']), ...listOf(branch['allOf'])];
    const shape = omitUndefined({
      allOf: pending.length > 0 ? pending : undefined,
      properties: Object.keys(properties).length > 0 ? properties : undefined,
      required: required.length > 0 ? required : undefined,
    });
    merged = addDescription({ ...merged, ...branch, ...shape }, merged['description']);
  }
  return addDescription(merged, description);
}

function tableOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The schema that a reference within the document points to (RFC 6901 after `#`); `undefined` for any other
 * reference.
 */
export function resolveReference(
  root: JsonObject,
  reference: JsonValue | undefined,
): JsonObject | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  if (reference === '#') return root;
  let place: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const name = unescapeStep(step);
    place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return isJsonObject(place) ? place : undefined;
}

function unescapeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
