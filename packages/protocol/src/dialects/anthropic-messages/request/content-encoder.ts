// Encodes the content of Anthropic Messages requests, for the turns encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CallPart,
  Part,
  ReasoningPart,
  ResultPart,
  ServerPart,
  TextPart,
  UnknownPart,
} from '../../../canonical/part.ts';
import type { RequestTarget } from '../../../codec.ts';
import { toLegalId } from '../../../history/ids.ts';
import type { NameMap } from '../../../history/names.ts';
import { parseToolJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { replacedByNone } from '../../../shared/calls.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeCache, noteForeignExtras, ownBlock, ownExtras } from '../extras.ts';
import { encodeReasoningParam } from '../reasoning.ts';
import { encodeOwnCitations } from '../reply/citations.ts';
import { dialect } from '../tables.ts';
import type { ToolResultParam, ToolUseParam } from '../types.ts';
import { encodeMedia } from './media.ts';
import { readMixedDocument } from './mixed-document.ts';
import { foreignPart } from '../../../shared/extras.ts';
import { foreignState } from '../../../shared/lost-request-details.ts';

/** What the functions of one request encoding share. */
export interface Encoding {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}

/** Where blocks are written; some block types are allowed only in certain places. */
type BlockPlace = 'system' | 'user' | 'assistant' | 'result';

interface PartPlace {
  readonly place: BlockPlace;
  readonly path: string;
}

/** The allowed places of part types that are not allowed everywhere. */
const placesOf: Partial<Record<Part['type'], readonly BlockPlace[]>> = {
  media: ['user', 'result'],
  reasoning: ['assistant'],
  call: ['assistant'],
  result: ['user'],
};

/** Encodes parts as blocks; a part without an equivalent block is left out with a note. */
export function encodeParts(
  parts: readonly Part[],
  { place, path }: PartPlace,
  encoding: Encoding,
): JsonObject[] {
  return parts.flatMap((part, index) => {
    const partPath = `${path}.parts[${index}]`;
    if (placesOf[part.type]?.includes(place) === false) {
      encoding.notes.dropped(partPath, `A part of type ${part.type} cannot stand here.`);
      return [];
    }
    const block = encodePart(part, partPath, encoding);
    return block === undefined ? [] : [block];
  });
}

function encodePart(part: Part, path: string, encoding: Encoding): JsonObject | undefined {
  const mixed = 'extras' in part ? readMixedDocument(part.extras) : undefined;
  if (mixed !== undefined) return mixed === 'covered' ? undefined : mixed;
  switch (part.type) {
    case 'text':
      return encodeText(part, path, encoding.notes);
    case 'refusal':
      return encodeText({ type: 'text', text: part.text }, path, encoding.notes);
    case 'media':
      noteForeignExtras(part.extras, path, encoding.notes);
      return encodeMedia(part, { path, notes: encoding.notes });
    case 'reasoning':
      return encodeReasoning(part, path, encoding);
    case 'call':
      return encodeCall(part, path, encoding);
    case 'result':
      return encodeResult(part, path, encoding);
    case 'server':
    case 'unknown':
      return encodeRaw(part, path, encoding.notes);
  }
}

/** Upstreams reject blank text. Empty text has no content, so only other white space is noted. */
function encodeText(part: TextPart, path: string, notes: NoteBook): JsonObject | undefined {
  const block = ownBlock(part.extras);
  if (block !== undefined) return block;
  if (part.text.trim() === '') {
    if (part.text !== '') notes.approximated(path, 'Text of only white space was left out.');
    return undefined;
  }
  noteForeignExtras(part.extras, path, notes);
  return {
    type: 'text',
    text: part.text,
    ...encodeOwnCitations(part.citations, path, notes),
    ...encodeCache(part.cache),
    ...ownExtras(part.extras),
  };
}

function encodeReasoning(
  part: ReasoningPart,
  path: string,
  { target, notes }: Encoding,
): JsonObject | undefined {
  const block = encodeReasoningParam(part, target.vendor);
  if (block === undefined) {
    notes.dropped(path, 'Reasoning in the history is sent only to the vendor that signed it.');
  }
  return block;
}

function encodeCall(part: CallPart, path: string, { names, notes }: Encoding): ToolUseParam {
  noteForeignExtras(part.extras, path, notes);
  if (part.providerState !== undefined) notes.dropped(path, foreignState);
  return {
    type: 'tool_use',
    id: toLegalId(part.id),
    name: names.toUpstream(part.name),
    input: part.custom === true ? { input: part.arguments } : readInput(part, path, notes),
    ...encodeCache(part.cache),
    ...ownExtras(part.extras),
  };
}

function readInput(part: CallPart, path: string, notes: NoteBook): JsonObject {
  if (part.arguments.trim() === '') return {};
  const input = parseToolJson(part.arguments);
  if (isJsonObject(input)) return input;
  notes.dropped(`${path}.arguments`, replacedByNone);
  return {};
}

function encodeResult(part: ResultPart, path: string, encoding: Encoding): ToolResultParam {
  noteForeignExtras(part.extras, path, encoding.notes);
  const blocks = encodeParts(part.content, { place: 'result', path }, encoding);
  if (blocks.length === 0 && part.isError === true) {
    encoding.notes.defaulted(path, 'A failed tool result must have text, so a sentence was added.');
    blocks.push({ type: 'text', text: 'The tool failed without a message.' });
  }
  return {
    type: 'tool_result',
    tool_use_id: toLegalId(part.callId),
    ...omitUndefined({
      content: blocks.length > 0 ? withoutWrapping(blocks) : undefined,
      is_error: part.isError || undefined,
    }),
    ...encodeCache(part.cache),
    ...ownExtras(part.extras),
  };
}

function encodeRaw(
  part: ServerPart | UnknownPart,
  path: string,
  notes: NoteBook,
): JsonObject | undefined {
  if (part.dialect === dialect) return part.raw;
  notes.dropped(path, foreignPart(part));
  return undefined;
}

/** A single plain text is written as a string, which every server of this format accepts. */
export function withoutWrapping(blocks: JsonObject[]): string | JsonObject[] {
  const [only, ...others] = blocks;
  if (only === undefined || others.length > 0 || only['type'] !== 'text') return blocks;
  const { text } = only;
  return typeof text === 'string' && Object.keys(only).length === 2 ? text : blocks;
}
