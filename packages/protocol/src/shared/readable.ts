// Writes what a vendor's own tools and its compaction said as content that every vendor can read.
import type { DialectId } from '../canonical/dialect.ts';
import type { NoteBook } from '../canonical/note.ts';
import type { MediaPart, Part, TextPart } from '../canonical/part.ts';
import type { Turn } from '../canonical/request.ts';
import { writeJson } from '../json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { textAt } from './json-fields.ts';

/**
 * The fields of one kind of raw part that hold its content, each with a title. `{name}` in a title is the
 * `name` of the raw part.
 */
export type ReadableFields = readonly (readonly [field: string, title: string])[];

/** The readable content of a raw part; nothing if the part holds none, such as encrypted content only. */
export function readableOf(
  raw: JsonObject,
  fields: ReadableFields | undefined,
): { readonly readable?: readonly TextPart[] } {
  const sections = (fields ?? []).flatMap(([field, title]) => {
    const body = printField(field, raw[field]);
    const heading = title.replace('{name}', () => textAt(raw, 'name'));
    return body === '' ? [] : [`${heading}:\n${body}`];
  });
  return sections.length === 0 ? {} : { readable: [{ type: 'text', text: sections.join('\n\n') }] };
}

/** Fields whose members were chosen by the author of the tool, so that none of them is left out. */
const freeForm: ReadonlySet<string> = new Set(['input', 'arguments', 'args', 'response']);

/** Fields of an action, whose type says what was done. */
const actionFields: ReadonlySet<string> = new Set(['action', 'actions', 'operation']);

function printField(field: string, value: JsonValue | undefined): string {
  return print(freeForm.has(field) ? value : withoutOpaque(value, actionFields.has(field)));
}

function print(value: JsonValue = null): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.length > 0 && value.every(isText)) {
    return value.map(({ text }) => text).join('\n');
  }
  return isEmpty(value) ? '' : writeJson(value);
}

function isText(value: JsonValue): value is { readonly text: string } {
  return (
    isJsonObject(value) && typeof value['text'] === 'string' && Object.keys(value).length === 1
  );
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

const opaqueNames: ReadonlySet<string> = new Set([
  'id',
  'file_id',
  'container_id',
  'cache_control',
  'signature',
]);

/**
 * A copy without ids, encrypted content and bytes, which mean nothing to another vendor. The type of an object stays
 * only where it is all that the object says.
 * @param isAction keeps the type, though not those of its members
 */
function withoutOpaque(value: JsonValue = null, isAction = false): JsonValue {
  if (Array.isArray(value)) {
    return value.map((entry) => withoutOpaque(entry, isAction)).filter((entry) => !isEmpty(entry));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const members = entries.flatMap(([name, member = null]) => {
    const isKept =
      name === 'type' ? isAction || entries.length === 1 : !isOpaque(name, member, value);
    const kept = isKept ? withoutOpaque(member) : null;
    return isEmpty(kept) ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(members);
}

function isOpaque(name: string, value: JsonValue, { type }: JsonObject): boolean {
  if (opaqueNames.has(name) || name.startsWith('encrypted_')) return true;
  if (name === 'data' && type === 'base64') return true;
  return typeof value === 'string' && value.startsWith('data:');
}

/** What an upstream's dialect can hold of earlier answers. */
export interface AnswerContent {
  readonly dialect: DialectId;
  /** Whether an earlier answer may contain media. */
  readonly media: boolean;
  /** Whether all texts of an earlier answer become one, also those around a call. */
  readonly joinsTexts?: boolean;
}

/** Replaces what only another vendor can read by its readable content, in its place, with a note. */
export function writeReadable(
  turns: readonly Turn[],
  answers: AnswerContent,
  notes: NoteBook,
): readonly Turn[] {
  const isReplaced = (turn: Turn): boolean =>
    turn.parts.some((part) => replacement(part, turn.role, answers) !== undefined);
  if (!turns.some(isReplaced)) return turns;
  return turns.map((turn, at) => {
    const replaced = new Set<Part>();
    const parts = turn.parts.flatMap((part, index): readonly Part[] => {
      const said = replacement(part, turn.role, answers)?.map((content) => ({ ...content }));
      if (said === undefined) return [part];
      noteReplacement(part, `turns[${at}].parts[${index}]`, notes);
      for (const content of said) replaced.add(content);
      return said;
    });
    if (replaced.size === 0) return turn;
    const joinsTexts = turn.role === 'assistant' && answers.joinsTexts === true;
    return {
      ...turn,
      parts: joinsTexts ? separateTexts(parts, replaced) : separate(parts, replaced),
    };
  });
}

type Said = TextPart | MediaPart;

const standIn: TextPart = {
  type: 'text',
  text: 'An image, sound or video that was generated here cannot be shown.',
};

function replacement(
  part: Part,
  role: Turn['role'],
  { dialect, media }: AnswerContent,
): readonly Said[] | undefined {
  if (part.type === 'server' || part.type === 'unknown') {
    return part.dialect === dialect ? undefined : part.readable;
  }
  return part.type === 'media' && role === 'assistant' && !media ? [standIn] : undefined;
}

function noteReplacement(part: Part, path: string, notes: NoteBook): void {
  if (part.type === 'media') notes.dropped(path, 'An earlier answer here holds text only.');
  else notes.approximated(path, 'What a tool or a summary of another vendor said became text.');
}

/** Dialects that join the texts of a turn do so without separators, so blank lines are added. */
function separate(parts: readonly Part[], replaced: ReadonlySet<Part>): Part[] {
  return parts.map((part, at) => {
    if (part.type !== 'text' || !replaced.has(part)) return part;
    const before = parts[at - 1]?.type === 'text' ? '\n\n' : '';
    const next = parts[at + 1];
    const after = next?.type === 'text' && !replaced.has(next) ? '\n\n' : '';
    return { ...part, text: `${before}${part.text}${after}` };
  });
}

/** The same where texts are joined past the parts between them. */
function separateTexts(parts: readonly Part[], replaced: ReadonlySet<Part>): Part[] {
  const texts = parts.filter(({ type }) => type === 'text');
  const separated = separate(texts, replaced);
  let at = 0;
  return parts.map((part) => (part.type === 'text' ? (separated[at++] ?? part) : part));
}
