// Keeps and restores the fields that only one dialect has, for decoders and encoders of every dialect.
import type { DialectId, Extras } from '../canonical/dialect.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { NoteBook, Place } from '../canonical/note.ts';

/** The fields of a validated wire object that are not among the known ones; null fields are left out. */
export function otherFields(
  source: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string> | readonly string[],
): JsonObject {
  const others: [name: string, value: JsonValue][] = [];
  for (const name in source) {
    const value = source[name];
    const isKnown = 'has' in known ? known.has(name) : known.includes(name);
    // The validated object was parsed from JSON, so it contains only JSON values.
    if (!isKnown && value !== null && value !== undefined) others.push([name, value as JsonValue]);
  }
  return others.length === 0 ? {} : Object.fromEntries(others);
}

/** A validated wire object as the JSON it came from. */
export function rawOf(value: Readonly<Record<string, unknown>>): JsonObject {
  return value as JsonObject;
}

/** Under this name, the first of several parts stores the one block that all of them came from. */
export const wholeBlock = 'whole_block';

/** Under this name, a part or a tool stores the whole of what it was translated from by its meaning. */
export const sameBlock = 'same_block';

/** The extras functions of one dialect: they keep and write its own extras and note those of others. */
interface ExtrasOfDialect {
  /** Stores fields under the dialect's id; returns nothing if there are none. */
  readonly asExtras: (fields: JsonObject) => { readonly extras?: Extras };
  /** Returns the extras that belong to the dialect. */
  readonly ownExtras: (extras: Extras | undefined) => JsonObject;
  /**
   * Notes the extras of other dialects, because none of them can be written.
   * @param path empty for the request or reply itself
   */
  readonly noteForeignExtras: (extras: Extras | undefined, path: string, notes: NoteBook) => void;
}

export function extrasOf(dialect: DialectId): ExtrasOfDialect {
  return {
    asExtras: (fields) =>
      Object.keys(fields).length === 0 ? {} : { extras: { [dialect]: fields } },
    ownExtras: (extras) => extras?.[dialect] ?? {},
    noteForeignExtras: (extras, path, notes) => {
      for (const [origin, fields] of Object.entries(extras ?? {})) {
        if (origin === dialect) continue;
        for (const name of pathsOf(fields)) {
          const place = path === '' ? name : `${path}.${name}`;
          if (name === wholeBlock) notes.moved(path, 'One block became several parts.');
          else if (name === sameBlock) noteTranslatedType(origin, fields[name], { path, notes });
          else notes.dropped(place, `Only the ${origin} format has this field.`);
        }
      }
    },
  };
}

function noteTranslatedType(origin: string, block: JsonValue | undefined, { path, notes }: Place) {
  const type = isJsonObject(block) ? block['type'] : undefined;
  const subject = typeof type === 'string' ? `the type ${type}` : 'this type';
  notes.approximated(path, `Only the ${origin} format has ${subject}; the nearest one was sent.`);
}

/** Fields of which extras hold only the members without a canonical form. */
const dividedFields: ReadonlySet<string> = new Set([
  'generationConfig',
  'metadata',
  'output_config',
  'reasoning',
  'stream_options',
  'text',
  'thinking',
  'toolConfig',
]);

/** The path of each field, down to the members of divided ones. */
function pathsOf(fields: JsonObject): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!dividedFields.has(name) || !isJsonObject(value)) return [name];
    return Object.keys(value).map((member) => `${name}.${member}`);
  });
}
