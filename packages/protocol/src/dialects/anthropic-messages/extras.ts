import type { Extras } from '../../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../../canonical/json.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import type { CacheControlInput } from './schema-content.ts';
import { dialect } from './tables.ts';
import type { CacheControl } from './wire.ts';

/** The fields of a checked wire object that no canonical field stands for; null ones say nothing. */
export function otherFields(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
): JsonObject {
  const rest: JsonObject = {};
  for (const [name, field] of Object.entries(value)) {
    if (known.includes(name) || field === null || field === undefined) continue;
    // What was checked came out of JSON text, so it can only hold JSON values.
    rest[name] = field as JsonValue;
  }
  return rest;
}

/** A checked wire object as the JSON it came from. */
export function rawOf(value: Readonly<Record<string, unknown>>): JsonObject {
  return value as JsonObject;
}

/** Keeps fields under this dialect's name; nothing when there are none. */
export function asExtras(fields: JsonObject): { readonly extras?: Extras } {
  return Object.keys(fields).length === 0 ? {} : { extras: { [dialect]: fields } };
}

/** What a value brought along from this dialect. */
export function ownExtras(extras: Extras | undefined): JsonObject {
  return extras?.[dialect] ?? {};
}

/**
 * Notes what a value brought along from other dialects, because none of it can be written here.
 * @param path empty for the request or reply itself
 */
export function noteForeignExtras(extras: Extras | undefined, path: string, notes: NoteBook): void {
  for (const [origin, fields] of Object.entries(extras ?? {})) {
    if (origin === dialect) continue;
    for (const name of Object.keys(fields)) {
      notes.dropped(
        path === '' ? name : `${path}.${name}`,
        `Only the ${origin} dialect knows this field.`,
      );
    }
  }
}

export function decodeCache(control: CacheControlInput | null | undefined): {
  readonly cache?: CacheMark;
} {
  if (control?.type !== 'ephemeral') return {};
  return { cache: { lifetime: control.ttl === '1h' ? '1h' : '5m' } };
}

/** Five minutes is the format's own default and is left unsaid. */
export function encodeCache(mark: CacheMark | undefined): { cache_control?: CacheControl } {
  if (mark === undefined) return {};
  return {
    cache_control:
      mark.lifetime === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' },
  };
}
