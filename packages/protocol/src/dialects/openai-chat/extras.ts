import type { Extras } from '../../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../../canonical/json.ts';
import type { NoteBook } from '../../canonical/note.ts';

const dialect = 'openai-chat';

/** The fields of an object that are not among the known ones, as an extra of this dialect. */
export function keepExtras(
  source: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): { extras?: Extras } {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(source)) {
    // Everything here came out of `JSON.parse`, so an unknown value is a JSON value.
    if (!known.has(key) && value !== null) kept[key] = value as JsonValue;
  }
  return Object.keys(kept).length > 0 ? { extras: { [dialect]: kept } } : {};
}

/** This dialect's own extras, to be written back. */
export function ownExtras(extras: Extras | undefined): JsonObject {
  return extras?.[dialect] ?? {};
}

/** Notes what only other dialects have, field by field. */
export function noteForeignExtras(extras: Extras | undefined, path: string, notes: NoteBook): void {
  for (const [owner, fields] of Object.entries(extras ?? {})) {
    if (owner === dialect) continue;
    for (const field of Object.keys(fields)) {
      notes.dropped(path === '' ? field : `${path}.${field}`, `Only ${owner} has this field.`);
    }
  }
}
