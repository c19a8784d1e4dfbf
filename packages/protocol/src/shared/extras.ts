// Keeps and restores the fields that only one dialect has, for decoders and encoders of every dialect.
import type { DialectId, Extras } from '../canonical/dialect.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { NoteBook } from '../canonical/note.ts';
import { textOf } from './json-fields.ts';

/** The names of fields. */
export type FieldNames = ReadonlySet<string> | readonly string[];

/** The fields of a validated wire object that are not among the known ones; null fields are left out. */
export function otherFields(
  source: Readonly<Record<string, unknown>>,
  known: FieldNames,
): JsonObject {
  let others: [string, JsonValue][] | undefined;
  // Loops over names because most objects of a request have no other fields, and need no lists then.
  for (const name in source) {
    const value = source[name];
    if (value === null || value === undefined || isAmong(known, name)) continue;
    // The validated object was parsed from JSON, so it contains only JSON values.
    (others ??= []).push([name, value as JsonValue]);
  }
  return others === undefined ? {} : Object.fromEntries(others);
}

function isAmong(names: FieldNames, name: string): boolean {
  return 'has' in names ? names.has(name) : names.includes(name);
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
export interface ExtrasOfDialect {
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

/** One object for all that have no extras, which nearly all are. */
const noFields = Object.freeze({});

export function extrasOf(dialect: DialectId): ExtrasOfDialect {
  return {
    asExtras: (fields) =>
      Object.keys(fields).length === 0 ? noFields : { extras: { [dialect]: fields } },
    ownExtras: (extras) => extras?.[dialect] ?? noFields,
    noteForeignExtras: (extras, path, notes) => {
      if (extras === undefined) return;
      for (const [origin, fields] of Object.entries(extras)) {
        if (origin === dialect) continue;
        for (const name of pathsOf(fields)) {
          const place = path === '' ? name : `${path}.${name}`;
          if (name === wholeBlock) notes.moved(path, 'One block became several parts.');
          else if (name === sameBlock)
            notes.approximated(path, translatedType(origin, fields[name]));
          else notes.dropped(place, `Only the ${origin} format has this field.`);
        }
      }
    },
  };
}

function translatedType(origin: string, block: JsonValue | undefined): string {
  return `Only the ${origin} format has the type ${typeOf(block)}; the nearest one was sent.`;
}

/** The type of a source, such as the texts of which a document consists, or that of the block itself. */
function typeOf(block: JsonValue | undefined): string {
  return isJsonObject(block) ? typeOf(block['source']) || textOf(block['type']) : '';
}

/** Fields of which extras hold only the members without a canonical form. */
const dividedFields: ReadonlySet<string> = new Set([
  'functionCall',
  'functionResponse',
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
    if (isAbsent(value)) return [];
    if (!dividedFields.has(name) || !isJsonObject(value)) return [name];
    return Object.keys(value).map((member) => `${name}.${member}`);
  });
}

/** True for an object whose members are all null, which means the same as no object. */
function isAbsent(value: JsonValue | undefined): boolean {
  const members = isJsonObject(value) ? Object.values(value) : [];
  return members.length > 0 && members.every((member) => member === null);
}

/** Why a part is lost that only the dialect it came from can express. */
export function foreignPart({ dialect }: { readonly dialect: DialectId }): string {
  return `Only the ${dialect} format has this kind of part.`;
}

/** Why a part is lost that its place in the format cannot hold. @param holder such as `A tool result` */
export function misplacedPart(holder: string, type: string): string {
  return `${holder} cannot hold a part of type ${type}.`;
}
