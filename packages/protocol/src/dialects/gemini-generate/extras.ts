import type { Extras } from '../../canonical/dialect.ts';
import type { JsonObject } from '../../canonical/json.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { dialect } from './tables.ts';

/** A place in the source, for notes, and the notes themselves. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}

/** The fields of a checked wire object that no canonical field stands for; null ones say nothing. */
export function otherFields(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
): JsonObject {
  const rest = Object.entries(value).filter(([name, field]) => {
    return !known.includes(name) && field !== null && field !== undefined;
  });
  // What was checked came out of JSON text, so it can only hold JSON values.
  return Object.fromEntries(rest) as JsonObject;
}

/** A checked wire object as the JSON it came from. */
export function rawOf(value: Readonly<Record<string, unknown>>): JsonObject {
  return value as JsonObject;
}

export function isEmpty(fields: JsonObject): boolean {
  return Object.keys(fields).length === 0;
}

/** Keeps fields under this dialect's name; nothing when there are none. */
export function asExtras(fields: JsonObject): { readonly extras?: Extras } {
  return isEmpty(fields) ? {} : { extras: { [dialect]: fields } };
}

/** What a value brought along from this dialect. */
export function ownExtras(extras: Extras | undefined): JsonObject {
  return extras?.[dialect] ?? {};
}

/** Notes what a value brought along from other dialects, because none of it can be written here. */
export function noteForeignExtras(extras: Extras | undefined, path: string, notes: NoteBook): void {
  for (const [origin, fields] of Object.entries(extras ?? {})) {
    if (origin === dialect) continue;
    for (const name of Object.keys(fields)) {
      const place = path === '' ? name : `${path}.${name}`;
      notes.dropped(place, `Only the ${origin} dialect knows this field.`);
    }
  }
}

/** Notes a cache mark: prompts are cached here by themselves, or as an object with a name. */
export function noteCache(cache: CacheMark | undefined, { path, notes }: Place): void {
  if (cache !== undefined) {
    notes.dropped(`${path}.cache`, 'Gemini upstreams cache prompts by themselves.');
  }
}
