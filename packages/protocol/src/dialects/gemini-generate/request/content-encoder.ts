// Encodes the content of Gemini generateContent requests, for the turns encoder.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { CallPart, Part, ReasoningPart, TextPart } from '../../../canonical/part.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';
import { parseToolJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { replacedByNone } from '../../../shared/calls.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { foreignState, noteCitations } from '../../../shared/lost-request-details.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { signaturesAfterText } from '../../../shared/text-state.ts';
import { noteCache, noteDoubles, noteForeignExtras, ownExtras } from '../extras.ts';
import { encodeUpstreamCallSignature, encodeUpstreamSignature } from '../reasoning.ts';
import type { WireCall, WirePart, WireText } from '../types.ts';
import { ownRaw } from './content-decoder.ts';
import { encodeMedia } from './media.ts';
import { foreignPart } from '../../../shared/extras.ts';

/** What the functions of one request encoding share. */
export interface Encoding {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}

/** Where parts are written; some part types are allowed only in certain places. */
export type PartPlace = 'system' | 'user' | 'model';

/** The allowed places of part types that are not allowed everywhere. */
const placesOf: Partial<Record<Part['type'], readonly PartPlace[]>> = {
  media: ['user', 'model'],
  reasoning: ['model'],
  call: ['model'],
  server: ['model'],
  // Results are written in separate contents.
  result: [],
};

/** Encodes the parts of one turn; a part without an equivalent is left out with a note. */
export function encodeParts(
  parts: readonly Part[],
  { place, path }: { readonly place: PartPlace; readonly path: string },
  encoding: Encoding,
): WirePart[] {
  const written: WirePart[] = [];
  for (const [index, part] of signaturesAfterText(parts).entries()) {
    const here = { path: `${path}.parts[${index}]`, notes: encoding.notes };
    if (placesOf[part.type]?.includes(place) === false) {
      here.notes.dropped(here.path, `A part of type ${part.type} cannot stand here.`);
    } else if (part.type === 'reasoning') {
      addReasoning(part, written, { ...here, vendor: encoding.target.vendor });
    } else {
      written.push(...encodePart(part, here, encoding));
    }
  }
  return written;
}

function encodePart(
  part: Exclude<Part, ReasoningPart>,
  place: Place,
  encoding: Encoding,
): WirePart[] {
  switch (part.type) {
    case 'text':
      return encodeText(part, place);
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'media':
      return encodeMedia(part, place);
    case 'call':
      return [encodeCall(part, place, encoding)];
    case 'server':
    case 'unknown': {
      const raw = ownRaw(part);
      if (raw !== undefined) return [raw];
      place.notes.dropped(place.path, foreignPart(part));
      return [];
    }
    case 'result':
      return [];
  }
}

function encodeText(part: TextPart, place: Place): WireText[] {
  noteForeignExtras(part.extras, place.path, place.notes);
  noteCache(part.cache, place);
  noteCitations(part, place);
  return part.text === '' ? [] : [{ ...ownExtras(part.extras), text: part.text }];
}

type VendorPlace = Place & { readonly vendor: string };

/**
 * Reasoning is sent only to the vendor that signed it. State without text authenticates the text or the media
 * before it, if they have none of their own.
 */
function addReasoning(part: ReasoningPart, written: WirePart[], place: VendorPlace): void {
  noteForeignExtras(part.extras, place.path, place.notes);
  const signature = encodeUpstreamSignature(part.providerState, place.vendor);
  if (signature === undefined) {
    place.notes.dropped(
      place.path,
      'Reasoning in the history is sent only to the vendor that signed it.',
    );
    return;
  }
  const last = written.at(-1);
  if (part.text !== '') {
    const own = ownExtras(part.extras);
    written.push({ ...own, text: part.text, thought: true, thoughtSignature: signature });
  } else if (last !== undefined && isUnsigned(last)) {
    written[written.length - 1] = { ...last, thoughtSignature: signature };
  } else {
    written.push({ text: '', thoughtSignature: signature });
  }
}

function isUnsigned(part: WirePart): boolean {
  const isContent = 'text' in part || 'inlineData' in part || 'fileData' in part;
  return isContent && !('thoughtSignature' in part);
}

function encodeCall(part: CallPart, place: Place, { target, names }: Encoding): WireCall {
  noteForeignExtras(part.extras, place.path, place.notes);
  noteCache(part.cache, place);
  const signature = encodeUpstreamCallSignature(part.providerState, target.vendor);
  if (part.providerState !== undefined && signature === undefined) {
    place.notes.dropped(place.path, foreignState);
  }
  const args = readArguments(part, place);
  noteDoubles(args, { ...place, path: `${place.path}.arguments` });
  const { functionCall, ...beside } = ownExtras(part.extras);
  return {
    ...beside,
    functionCall: {
      ...objectOf(functionCall),
      id: part.id,
      name: names.toUpstream(part.name),
      args,
    },
    ...omitUndefined({ thoughtSignature: signature }),
  };
}

/** Arguments as an object. Text that is not one, such as truncated arguments, is replaced with a note. */
export function readArguments(
  { arguments: text, custom }: Pick<CallPart, 'arguments' | 'custom'>,
  { path, notes }: Place,
): JsonObject {
  if (custom === true) return { input: text };
  if (text.trim() === '') return {};
  const args = parseToolJson(text);
  if (isJsonObject(args)) return args;
  notes.dropped(`${path}.arguments`, replacedByNone);
  return {};
}
