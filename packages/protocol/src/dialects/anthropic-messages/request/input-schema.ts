// Tool input schemas in the form that Anthropic Messages upstreams accept, for the tools encoder.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { InputSchema } from '../types.ts';

const unions = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * Makes the root of a tool's schema valid for the format: type `object`, no `anyOf`, `oneOf` or `allOf`.
 * Everything below the root stays unchanged.
 */
export function encodeInputSchema(
  schema: JsonObject | undefined,
  path: string,
  notes: NoteBook,
): InputSchema {
  if (schema === undefined) return { type: 'object', properties: {} };
  const root = followReference(schema);
  const isPlain = !unions.some((keyword) => Array.isArray(root[keyword]));
  if (isPlain && root['type'] === 'object') return { ...root, type: 'object' };
  if (!isPlain) {
    notes.approximated(path, 'Alternatives at the root of a schema were joined into one object.');
  } else if (root['type'] !== undefined) {
    notes.approximated(path, 'The root of a schema was made an object.');
  }
  return withProperties(isPlain ? root : joinAlternatives(root));
}

function withProperties(root: JsonObject): InputSchema {
  const { type: _, properties, ...rest } = root;
  return { type: 'object', properties: properties ?? {}, ...rest };
}

/** Replaces a root that is only a reference by its definition. */
function followReference(schema: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  const pattern = /^#\/(\$defs|definitions)\/([^/]+)$/;
  const match = typeof reference === 'string' ? pattern.exec(reference) : null;
  const definitions = match?.[1] === undefined ? undefined : schema[match[1]];
  const target = isJsonObject(definitions) ? definitions[match?.[2] ?? ''] : undefined;
  if (!isJsonObject(target)) return schema;
  const { $ref: _, ...rest } = schema;
  return { ...rest, ...target };
}

/**
 * Joins the branches: all properties are included, and required are those that every alternative requires
 * (those that any branch requires, for `allOf`).
 */
function joinAlternatives(root: JsonObject): JsonObject {
  const rest = Object.fromEntries(
    Object.entries(root).filter(([name]) => !unions.some((keyword) => keyword === name)),
  );
  const all = branchesOf(root['allOf']);
  const any = [...branchesOf(root['anyOf']), ...branchesOf(root['oneOf'])];
  const properties: JsonObject = {};
  for (const branch of [...any, ...all, root]) {
    if (isJsonObject(branch['properties'])) Object.assign(properties, branch['properties']);
  }
  const [first, ...others] = any.map(requiredOf);
  const common = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const required = [...new Set([...requiredOf(root), ...all.flatMap(requiredOf), ...common])];
  return {
    ...rest,
    properties,
    ...omitUndefined({ required: required.length > 0 ? required : undefined }),
  };
}

function branchesOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function requiredOf(schema: JsonObject): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
