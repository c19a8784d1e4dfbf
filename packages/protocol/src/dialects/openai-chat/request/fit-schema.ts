// Rewrites schemas for upstreams that accept only a part of JSON Schema, for the encoders of tools and options.
import type { Place } from '../../../canonical/note.ts';
import { writeJson } from '../../../json/exact-number.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { fitToGrammar } from './grammar-schema.ts';
import { fitToMoonshot } from './moonshot-schema.ts';

const subsets = { grammar: fitToGrammar, moonshot: fitToMoonshot };

/** Returns the nearest schema that the upstream accepts, with a note if it is another one. */
export function fitSchema(
  schema: JsonObject,
  { schemaSubset }: Profile,
  { path, notes }: Place,
): JsonObject {
  if (schemaSubset === 'all') return schema;
  const fitted = subsets[schemaSubset](schema);
  if (writeJson(fitted) === writeJson(schema)) return schema;
  notes.approximated(path, 'The upstream accepts only a part of JSON Schema, so it was rewritten.');
  return fitted;
}
