/** Finds the keys that a zod schema allows, and what they mean, for faults about unknown and missing keys. */
import * as z from 'zod';
import type { Path } from './source-document.ts';

/** Finds the keys that a schema knows. */
export interface SchemaMap {
  /** The keys of the object at this path; empty where any key is allowed. */
  keysAt(path: Path): readonly string[];
  /** What the value at this path is, as one sentence; undefined where the schema does not say so. */
  descriptionAt(path: Path): string | undefined;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Creates the map of a schema, which is converted to JSON Schema when a key is first looked up. */
export function createSchemaMap(schema: z.ZodType): SchemaMap {
  let root: JsonSchema | undefined;
  function placesAt(path: Path): readonly JsonSchema[] {
    // Converting the schema takes longer than checking a configuration, which rarely has such a fault.
    root ??= z.toJSONSchema(schema, { io: 'input' });
    let places: readonly JsonSchema[] = [root];
    for (const step of path) places = places.flatMap((place) => descend(place, step));
    return places;
  }
  return {
    keysAt: (path) => placesAt(path).flatMap((place) => Object.keys(place.properties ?? {})),
    descriptionAt: (path) => placesAt(path).find(({ description }) => description)?.description,
  };
}

function descend(place: JsonSchema, step: PropertyKey): readonly JsonSchema[] {
  const branches = place.anyOf ?? place.oneOf;
  if (branches) return branches.flatMap((branch) => descendInto(branch, step));
  const property = typeof step === 'string' ? place.properties?.[step] : undefined;
  if (property !== undefined) return asSchemas(property);
  if (typeof step === 'number') return asSchemas(place.items);
  return asSchemas(place.additionalProperties);
}

function descendInto(branch: unknown, step: PropertyKey): readonly JsonSchema[] {
  return asSchemas(branch).flatMap((place) => descend(place, step));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asSchemas(value: unknown): readonly JsonSchema[] {
  return isSchema(value) ? [value] : [];
}
