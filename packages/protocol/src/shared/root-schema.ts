// Schemas of tools whose root is an object, for tools encoders.
import type { NoteBook } from '../canonical/note.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { omitUndefined } from './omit-undefined.ts';

const unions = ['anyOf', 'oneOf', 'allOf'] as const;

/** A schema of an object. */
export type ObjectSchema = { type: 'object'; [key: string]: JsonObject[string] };

/** The arguments of the function that replaces a custom tool. */
export const customInputSchema: JsonObject = {
  type: 'object',
  properties: {
    input: {
      type: 'string',
      description: 'The whole input of the tool as raw text, without quotes or code fences.',
    },
  },
  required: ['input'],
};

/**
 * Makes the root of a tool's schema what Anthropic and OpenAI require: type `object`, no `anyOf`, `oneOf` or `allOf`.
 * Everything below the root stays unchanged.
 */
export function encodeObjectSchema(
  schema: JsonObject | undefined,
  path: string,
  notes: NoteBook,
): ObjectSchema {
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

function withProperties(root: JsonObject): ObjectSchema {
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
  const all = branchesOf(root, 'allOf');
  const any = [...branchesOf(root, 'anyOf'), ...branchesOf(root, 'oneOf')];
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

/** A branch may be a reference to a definition of the root. */
function branchesOf(root: JsonObject, keyword: (typeof unions)[number]): JsonObject[] {
  const { [keyword]: value, $defs, definitions } = root;
  const branches: JsonValue[] = Array.isArray(value) ? value : [];
  return branches.filter(isJsonObject).map((branch) => {
    return followReference({ ...omitUndefined({ $defs, definitions }), ...branch });
  });
}

function requiredOf(schema: JsonObject): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
