// Images, documents and other media of Gemini generateContent requests, for their content.
import { decodeBase64Url } from '../../../canonical/base64url.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { MediaPart, MediaSource } from '../../../canonical/part.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { foreignFile } from '../../../shared/lost-request-details.ts';
import { asExtras, noteCache, noteForeignExtras, ownExtras } from '../extras.ts';
import type { Place } from '../../../canonical/note.ts';
import type { BlobInput, FileInput } from './content-schema.ts';
import { homeVendor } from '../tables.ts';
import type { MadePart, WireMedia } from '../types.ts';

/** Files that the vendor stores; any other URL is one on the web. */
const storedFile = /^(?:https:\/\/generativelanguage\.googleapis\.com\/|gs:\/\/|files\/)/;

/** The likely media type of a URL without one, by its file extension. */
const typesOfEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

const usualTypes: Readonly<Record<MediaPart['kind'], string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  document: 'application/pdf',
};

/** The first base64 characters of some media types, whatever the stated type. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
  [/^JVBERi0/, 'application/pdf'],
];

/** Decodes media; other fields of the part, such as `videoMetadata`, are kept for this dialect. */
export function decodeBlob(blob: BlobInput, others: JsonObject): MediaPart {
  const { mimeType: mediaType, data, displayName } = blob;
  // The format accepts both alphabets of base64, the others accept only the standard one.
  const base64 = data.replaceAll('-', '+').replaceAll('_', '/');
  return {
    type: 'media',
    kind: kindOf(mediaType),
    source: { by: 'bytes', mediaType, base64 },
    ...omitUndefined({ name: displayName || undefined }),
    ...asExtras(others),
  };
}

export function decodeFile(file: FileInput, others: JsonObject): MediaPart {
  const { fileUri, mimeType, displayName } = file;
  const isStored = storedFile.test(fileUri);
  const type = mimeType || typeOfAddress(fileUri);
  return {
    type: 'media',
    kind: type === undefined ? kindOfAddress(fileUri) : kindOf(type),
    source: {
      ...(isStored ? { by: 'file', id: fileUri, vendor: homeVendor } : { by: 'url', url: fileUri }),
      ...omitUndefined({ mediaType: mimeType || undefined }),
    },
    ...omitUndefined({ name: displayName || undefined }),
    ...asExtras(others),
  };
}

function kindOf(mediaType: string): MediaPart['kind'] {
  const [family] = mediaType.toLowerCase().split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document';
}

/** The only URL without an extension that this format documents. */
function kindOfAddress(address: string): MediaPart['kind'] {
  return /^https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be)\//.test(address) ? 'video' : 'document';
}

function typeOfAddress(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(typesOfEnding, ending) ? typesOfEnding[ending] : undefined;
}

/**
 * Encodes media as parts: text documents as text, preceded by name and context if there are any. Media that
 * no upstream of this format can read are left out with a note.
 */
export function encodeMedia(part: MediaPart, place: Place): MadePart[] {
  noteForeignExtras(part.extras, place.path, place.notes);
  noteCache(part.cache, place);
  const text = writeText(part, place);
  if (text !== undefined) return [{ text: [...labelOf(part), text].join('\n') }];
  const media = encodeSource(part, place);
  if (media === undefined) return [];
  if (part.detail !== undefined && part.detail !== 'auto') {
    place.notes.dropped(
      `${place.path}.detail`,
      'The image detail of other vendors has no exact equivalent in Gemini.',
    );
  }
  const label = labelOf(part);
  if (label.length === 0) return [media];
  place.notes.moved(place.path, 'The file name became a text before the file.');
  return [{ text: label.join('\n') }, media];
}

/** The client's name and description of the media. */
function labelOf({ name, context }: MediaPart): string[] {
  return [name ?? '', context ?? ''].filter((line) => line !== '');
}

/** The text of a plain-text document, or of an SVG image, which the vendor refuses; `undefined` for anything else. */
export function plainText({ kind, source }: MediaPart): string | undefined {
  if (source.by === 'text') return source.text;
  if (source.by !== 'bytes') return undefined;
  const plainType = kind === 'document' ? 'text/plain' : 'image/svg+xml';
  return source.mediaType === plainType ? decodeBase64Url(source.base64) : undefined;
}

/** As `plainText`, with a note about an image. */
export function writeText(part: MediaPart, { path, notes }: Place): string | undefined {
  const text = plainText(part);
  if (text !== undefined && part.kind === 'image') {
    notes.approximated(path, 'An SVG image became its source: Gemini reads no SVG.');
  }
  return text;
}

function encodeSource(part: MediaPart, place: Place): WireMedia | undefined {
  const { source } = part;
  const others = ownExtras(part.extras);
  if (source.by === 'bytes') {
    return { ...others, inlineData: { mimeType: trueType(source), data: source.base64 } };
  }
  const fileUri = addressOf(source);
  if (fileUri === undefined) {
    place.notes.dropped(place.path, foreignFile);
    return undefined;
  }
  const given = 'mediaType' in source ? source.mediaType : undefined;
  const known = given ?? typeOfAddress(fileUri);
  if (known === undefined) {
    place.notes.defaulted(place.path, 'The media type of a URL is guessed from its kind.');
  }
  return { ...others, fileData: { fileUri, mimeType: known ?? usualTypes[part.kind] } };
}

function addressOf(source: MediaSource): string | undefined {
  if (source.by === 'url') return source.url;
  return source.by === 'file' && source.vendor === homeVendor ? source.id : undefined;
}

/** The stated type of images and documents is often wrong, and the vendor rejects a mismatch. */
export function trueType({ mediaType, base64 }: Extract<MediaSource, { by: 'bytes' }>): string {
  return beginnings.find(([beginning]) => beginning.test(base64))?.[1] ?? mediaType;
}
