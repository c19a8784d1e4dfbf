// The content of Anthropic Messages replies, for whole replies and streams.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CallPart, Part, ReasoningPart, TextPart } from '../../../canonical/part.ts';
import type { ReplySource } from '../../../codec.ts';
import { toLegalId, type CallIds } from '../../../history/ids.ts';
import type { NameMap } from '../../../history/names.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { parseToolJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { areWhole, replacedByNone } from '../../../shared/calls.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { isOutputCall } from '../output-tool.ts';
import { asExtras, noteForeignExtras, ownExtras, rawOf } from '../extras.ts';
import { encodeCallState, encodeReasoning, redactedOf, signatureOf } from '../reasoning.ts';
import { otherCallFields } from '../request/content-decoder.ts';
import { dialect } from '../tables.ts';
import type { MadeBlock, TextBlock, ToolUseBlock } from '../types.ts';
import { decodeCitation, encodeCitation } from './citations.ts';
import type { ReplyBlockInput } from './schema.ts';
import { foreignPart } from '../../../shared/extras.ts';

/** Decodes one block of an upstream's reply; a block that is not for the client belongs to the provider. */
export function decodeReplyBlock(block: ReplyBlockInput, { vendor }: ReplySource): Part {
  switch (block.type) {
    case 'text':
      return decodeText(block);
    case 'thinking':
      return decodeThinking(block, vendor);
    case 'redacted_thinking':
      return {
        type: 'reasoning',
        text: '',
        providerState: redactedOf(vendor, textOf(block['data'])),
      };
    case 'tool_use':
      return isOutputCall(block) ? { type: 'text', text: inputOf(block) } : decodeCall(block);
    default:
      return { type: 'server', dialect, raw: rawOf(block) };
  }
}

function decodeText(block: ReplyBlockInput): TextPart {
  const { citations } = rawOf(block);
  const cited = Array.isArray(citations) ? citations.filter(isJsonObject).map(decodeCitation) : [];
  return {
    type: 'text',
    text: textOf(block['text']),
    ...omitUndefined({ citations: cited.length > 0 ? cited : undefined }),
  };
}

function decodeThinking(block: ReplyBlockInput, vendor: string): ReasoningPart {
  const providerState = signatureOf(vendor, textOf(block['signature']));
  return {
    type: 'reasoning',
    text: textOf(block['thinking']),
    ...omitUndefined({ providerState }),
  };
}

function decodeCall(block: ReplyBlockInput): CallPart {
  return {
    ...decodeCallHead(block),
    arguments: inputOf(block),
  };
}

/** The arguments of a call as JSON text, in which some servers send them. */
export function inputOf({ input }: ReplyBlockInput): string {
  if (typeof input === 'string' && input !== '') return input;
  return isJsonObject(input) ? writeJson(input) : '{}';
}

/** Everything of a call except its arguments. */
export function decodeCallHead(
  block: ReplyBlockInput,
): Pick<CallPart, 'type' | 'id' | 'name' | 'extras'> {
  return {
    type: 'call',
    id: textOf(block['id']),
    name: textOf(block['name']),
    ...asExtras(otherCallFields(block)),
  };
}

/** What the blocks of one reply share. */
export interface ReplyEncoding {
  readonly names: NameMap;
  /** Ensures that the client receives each id once. */
  readonly ids: CallIds;
  readonly notes: NoteBook;
}

/** Encodes one part for a client; a call with state becomes two blocks, empty text none. */
export function encodeReplyPart(
  part: Part,
  path: string,
  encoding: ReplyEncoding,
): (MadeBlock | JsonObject)[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [encodeText(part, path, encoding.notes)];
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'reasoning':
      return part.text === '' && part.providerState === undefined ? [] : [encodeReasoning(part)];
    case 'call':
      return encodeCall(part, path, encoding);
    case 'server':
    case 'unknown':
      if (part.dialect === dialect) return [part.raw];
      encoding.notes.dropped(path, foreignPart(part));
      return [];
    case 'media':
      encoding.notes.dropped(path, 'Messages replies cannot contain generated media.');
      return [];
    case 'result':
      encoding.notes.dropped(path, 'Messages replies cannot contain tool results.');
      return [];
  }
}

function encodeText(part: TextPart, path: string, notes: NoteBook): TextBlock {
  noteForeignExtras(part.extras, path, notes);
  const cited = (part.citations ?? []).flatMap((citation) => encodeCitation(citation, path, notes));
  const citations = cited.length > 0 ? cited : undefined;
  return { type: 'text', text: part.text, ...omitUndefined({ citations }) };
}

function encodeCall(part: CallPart, path: string, encoding: ReplyEncoding): MadeBlock[] {
  noteForeignExtras(part.extras, path, encoding.notes);
  const block: ToolUseBlock = {
    ...encodeCallHead(part, encoding),
    input: readInput(part, path, encoding.notes),
  };
  return part.providerState === undefined ? [block] : [encodeCallState(part.providerState), block];
}

/** The start of a call, with a valid and unique id. Its caller may be a program of the vendor. */
export function encodeCallHead(
  part: Pick<CallPart, 'id' | 'name' | 'extras'>,
  { names, ids }: ReplyEncoding,
): ToolUseBlock {
  return {
    type: 'tool_use',
    id: ids.claim(part.id === '' ? '' : toLegalId(part.id)),
    caller: { type: 'direct' },
    name: names.toCaller(part.name),
    input: {},
    ...ownExtras(part.extras),
  };
}

function readInput(part: CallPart, path: string, notes: NoteBook): JsonObject {
  if (part.custom === true) return { input: part.arguments };
  const input = parseToolJson(part.arguments);
  if (isJsonObject(input)) return input;
  if (!areWhole(part.arguments)) notes.dropped(`${path}.arguments`, replacedByNone);
  return {};
}
