// Encodes tool results of Gemini generateContent requests, for the turns encoder.
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, Part, ResultPart } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { noteCitations } from '../../../shared/lost-request-details.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { noteCache, noteForeignExtras, ownExtras } from '../extras.ts';
import type { WireHeldBlob, WirePart, WireResponse } from '../types.ts';
import type { Encoding } from './content-encoder.ts';
import { encodeResponse } from './function-response.ts';
import { encodeMedia, plainText, trueType, writeText } from './media.ts';
import { misplacedPart } from '../../../shared/extras.ts';

/** Maps call ids to tool names, which a result must repeat in this format. */
export class ResultNames {
  readonly #names = new Map<string, string>();

  constructor(turns: readonly Turn[]) {
    for (const part of turns.flatMap((turn) => turn.parts)) {
      if (part.type === 'call') this.#names.set(part.id, part.name);
    }
  }

  /** After the repair of the history, every result has its call. */
  of({ callId }: ResultPart): string {
    return this.#names.get(callId) ?? callId;
  }
}

interface Run {
  /** The index of the first turn. */
  readonly start: number;
  readonly names: ResultNames;
}

/**
 * Encodes consecutive result turns as parts of one content. For models that accept no media within results,
 * media follow the last result, so that the results stay together.
 */
export function encodeResults(
  turns: readonly Turn[],
  { start, names }: Run,
  encoding: Encoding,
): WirePart[] {
  const results: WireResponse[] = [];
  const attached: WirePart[] = [];
  for (const [index, turn] of turns.entries()) {
    const place = { path: `turns[${start + index}]`, notes: encoding.notes };
    noteForeignExtras(turn.extras, place.path, place.notes);
    for (const part of turn.parts) {
      if (part.type !== 'result') continue;
      const name = names.of(part);
      const { response, rest } = encodeResult(part, encoding.names.toUpstream(name), {
        ...place,
        holdsMedia: encoding.target.profile.gemini?.mediaInResults === true,
      });
      results.push(response);
      attached.push(...attach(rest, name, place));
    }
  }
  return [...results, ...attached];
}

type ResultPlace = Place & { readonly holdsMedia: boolean };

interface EncodedResult {
  readonly response: WireResponse;
  /** Media that the result cannot contain. */
  readonly rest: readonly MediaPart[];
}

const noDetail = 'The media of a tool result have no level of detail in Gemini.';

function encodeResult(part: ResultPart, name: string, place: ResultPlace): EncodedResult {
  noteForeignExtras(part.extras, place.path, place.notes);
  noteCache(part.cache, place);
  const texts = part.content.flatMap((each) => textOf(each, place));
  const media = part.content.filter(isMedia);
  const blobs = media.map((each) => (place.holdsMedia ? blobOf(each, texts) : undefined));
  const held = blobs.filter((blob) => blob !== undefined);
  const rest = media.filter((_, index) => blobs[index] === undefined);
  for (const each of media.filter((_, index) => blobs[index] !== undefined)) noteMarks(each, place);
  if (rest.length > 0) texts.push('(An attachment of this result follows.)');
  const { functionResponse, ...beside } = ownExtras(part.extras);
  return {
    response: {
      ...beside,
      functionResponse: {
        ...objectOf(functionResponse),
        id: part.callId,
        name,
        response: encodeResponse(texts.join('\n'), part.isError === true),
        ...omitUndefined({
          parts: held.length > 0 ? held.map((inlineData) => ({ inlineData })) : undefined,
        }),
      },
    },
    rest,
  };
}

/** Notes what media within a result cannot keep. */
function noteMarks({ cache, detail = 'auto', extras }: MediaPart, place: Place): void {
  noteForeignExtras(extras, place.path, place.notes);
  noteCache(cache, place);
  if (detail !== 'auto') place.notes.dropped(`${place.path}.detail`, noDetail);
}

/** Media other than plain text. */
function isMedia(part: Part): part is MediaPart {
  return part.type === 'media' && plainText(part) === undefined;
}

/** The media types that results may contain (Google's page on function calling). */
const heldTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
]);

/**
 * Media with a name or a description follow the result, where a text before them has it. A name that the result refers
 * to, as on Google's page on function calling, has a meaning only beside it.
 */
function blobOf(
  { source, name = '', context }: MediaPart,
  texts: readonly string[],
): WireHeldBlob | undefined {
  const isReferred = texts.some((text) => text.includes(`"$ref":${JSON.stringify(name)}`));
  if (source.by !== 'bytes' || (name !== '' && !isReferred) || context) return undefined;
  const mimeType = trueType(source);
  if (!heldTypes.has(mimeType)) return undefined;
  return { mimeType, data: source.base64, ...(name !== '' && { displayName: name }) };
}

function textOf(part: Part, place: Place): string[] {
  switch (part.type) {
    case 'text':
      noteForeignExtras(part.extras, place.path, place.notes);
      noteCache(part.cache, place);
      noteCitations(part, place);
      return [part.text];
    case 'refusal':
      return [part.text];
    case 'media': {
      const text = writeText(part, place);
      if (text === undefined) return [];
      noteForeignExtras(part.extras, place.path, place.notes);
      noteCache(part.cache, place);
      return [[part.name, part.context, text].filter(Boolean).join('\n')];
    }
    default:
      place.notes.dropped(place.path, misplacedPart('A result', part.type));
      return [];
  }
}

function attach(media: readonly MediaPart[], name: string, place: Place): WirePart[] {
  const parts = media.flatMap((part) => encodeMedia(part, place));
  if (parts.length === 0) return [];
  place.notes.moved(place.path, 'Media of a tool result were moved after it.');
  return [{ text: `Attachment of the result of ${name}:` }, ...parts];
}
