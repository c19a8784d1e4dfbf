import type { Extras } from '../../canonical/dialect.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts';
import type { NoteBook } from '../../canonical/note.ts';

export const dialect = 'openai-responses';

/** The fields of an object that are not among the known ones; `null` says nothing here. */
export function otherFields(
  source: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(source)) {
    if (known.has(key) || value === null || value === undefined) continue;
    // What was checked came out of JSON text, so it can only hold JSON values.
    kept[key] = value as JsonValue;
  }
  return kept;
}

/** Keeps fields under this dialect's name; nothing when there are none. */
export function asExtras(fields: JsonObject): { readonly extras?: Extras } {
  return Object.keys(fields).length > 0 ? { extras: { [dialect]: fields } } : {};
}

/** What a value brought along from this dialect. */
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

/** A checked wire object as the JSON it came from. */
export function rawOf(value: object): JsonObject {
  return isJsonObject(value) ? value : {};
}
