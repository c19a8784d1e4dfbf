// Encodes the content of Chat Completions requests, for the turns encoder.
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, Part } from '../../../canonical/part.ts';
import type { JsonObject } from '../../../json/value.ts';
import { foreignFile, noteCitations } from '../../../shared/lost-request-details.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import {
  createFieldNotes,
  encodeMark,
  fileNameOf,
  plainText,
  titled,
  writeDataUrl,
  type MarkPlace,
} from '../../../shared/openai/content.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { noteImageName } from '../../../shared/unsupported.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { audioFormats } from '../tables.ts';
import type { ChatContentPart } from '../types.ts';
import { foreignPart, misplacedPart } from '../../../shared/extras.ts';

export const { noteFields, noteMarks } = createFieldNotes(noteForeignExtras);

const details = ['auto', 'low', 'high', 'original'] as const;

/** Where user content is written, and how. */
export interface ContentPlace extends MarkPlace {
  /**
   * True for documents by their address, which may hold their data: Mistral's `file` names only one that it stores
   * (`DocumentURLChunk` and `FileChunk` of `@mistralai/mistralai` 2.7.0).
   */
  readonly documentUrls?: boolean;
}

/** Encodes parts that a user message may contain; all others are dropped with a note. */
export function encodeUserParts(parts: readonly Part[], place: ContentPlace): ChatContentPart[] {
  return parts.flatMap((part, index) => {
    return encodeUserPart(part, { ...place, path: `${place.path}[${index}]` });
  });
}

function encodeUserPart(part: Part, place: ContentPlace): ChatContentPart[] {
  switch (part.type) {
    case 'text':
      noteForeignExtras(part.extras, place.path, place.notes);
      noteCitations(part, place);
      return [
        {
          ...ownExtras(part.extras),
          ...{ type: 'text', text: part.text, ...encodeMark(part.cache, place) },
        },
      ];
    case 'media':
      noteForeignExtras(part.extras, place.path, place.notes);
      return encodeMedia(part, place);
    case 'refusal':
      place.notes.moved(place.path, 'A refusal became text, the only content of a user message.');
      return [{ type: 'text', text: part.text }];
    case 'unknown':
    case 'server':
      return encodeForeign(part, place);
    case 'reasoning':
    case 'call':
    case 'result':
      place.notes.dropped(place.path, misplacedPart('A user message', part.type));
      return [];
  }
}

/** Parts of this dialect are written back unchanged; parts of other dialects have no equivalent. */
function encodeForeign(part: Extract<Part, { type: 'unknown' | 'server' }>, place: Place) {
  if (part.type === 'unknown' && part.dialect === 'openai-chat') {
    // It came from a message of this dialect, whose type does not include it.
    return [part.raw as ChatContentPart];
  }
  place.notes.dropped(place.path, foreignPart(part));
  return [];
}

function encodeMedia(part: MediaPart, place: ContentPlace): ChatContentPart[] {
  const mark = encodeMark(part.cache, place);
  const text = plainText(part);
  if (text !== undefined) return [{ type: 'text', text: titled(part, text), ...mark }];
  const encoded = encodeByKind(part, place);
  if (encoded === undefined) return [];
  const whole = { ...ownExtras(part.extras), ...encoded, ...mark };
  return part.context === undefined ? [whole] : [{ type: 'text', text: part.context }, whole];
}

function encodeByKind(part: MediaPart, place: ContentPlace): ChatContentPart | undefined {
  switch (part.kind) {
    case 'image':
      return encodeImage(part, place);
    case 'audio':
      return encodeAudio(part, place);
    case 'document':
      return encodeFile(part, place);
    case 'video':
      return encodeVideo(part, place);
  }
}

function encodeImage(part: MediaPart, place: Place): ChatContentPart | undefined {
  const url = addressOf(part);
  if (url === undefined) {
    place.notes.dropped(place.path, 'Chat messages cannot refer to an uploaded image.');
    return undefined;
  }
  const detail = details.find((word) => word === part.detail);
  if (part.detail !== undefined && detail === undefined) {
    place.notes.dropped(`${place.path}.detail`, 'Chat upstreams do not know this level of detail.');
  }
  noteImageName(part, place);
  return { type: 'image_url', image_url: { url, ...omitUndefined({ detail }) } };
}

function encodeAudio({ source }: MediaPart, place: Place): ChatContentPart | undefined {
  const format = source.by === 'bytes' ? audioFormats[source.mediaType] : undefined;
  if (source.by === 'bytes' && format !== undefined) {
    return { type: 'input_audio', input_audio: { data: source.base64, format } };
  }
  place.notes.dropped(place.path, 'Chat messages carry audio only as WAV or MP3 data.');
  return undefined;
}

const noAddress = 'Chat messages cannot refer to a document by its address.';

function encodeFile(part: MediaPart, place: ContentPlace): ChatContentPart | undefined {
  const { source } = part;
  const url = place.documentUrls === true ? addressOf(part) : undefined;
  if (url !== undefined) return writeDocumentUrl(url, fileNameOf(part));
  if (source.by === 'file' && source.vendor === homeVendor) {
    return { type: 'file', file: { file_id: source.id } };
  }
  if (source.by === 'bytes') {
    return { type: 'file', file: { filename: fileNameOf(part), file_data: writeDataUrl(source) } };
  }
  const reason = source.by === 'file' ? foreignFile : noAddress;
  place.notes.dropped(place.path, reason);
  return undefined;
}

function writeDocumentUrl(url: string, name: string): ChatContentPart {
  const document: JsonObject = { type: 'document_url', document_url: url, document_name: name };
  return document as ChatContentPart;
}

/** No official part supports video; compatible servers accept it like an image. */
function encodeVideo(part: MediaPart, place: Place): ChatContentPart | undefined {
  const url = addressOf(part);
  if (url !== undefined) {
    const video: JsonObject = { type: 'video_url', video_url: { url } };
    return video as ChatContentPart;
  }
  place.notes.dropped(place.path, 'Chat messages cannot refer to an uploaded video.');
  return undefined;
}

function addressOf({ source }: MediaPart): string | undefined {
  if (source.by === 'url') return source.url;
  return source.by === 'bytes' ? writeDataUrl(source) : undefined;
}
