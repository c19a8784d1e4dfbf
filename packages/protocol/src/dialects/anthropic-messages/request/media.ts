// Images, documents and other media of Anthropic Messages requests, for their content.
import type { JsonObject } from '../../../json/value.ts';
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, MediaSource, UnknownPart } from '../../../canonical/part.ts';
import { readBase64Text } from '../../../shared/base64-text.ts';
import { sameBlock } from '../../../shared/extras.ts';
import {
  asExtras,
  decodeCache,
  encodeCache,
  otherFields,
  ownBlock,
  ownExtras,
  rawOf,
} from '../extras.ts';
import type {
  DocumentBlockInput,
  ImageBlockInput,
  SearchResultBlockInput,
} from './content-schema.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { noteImageName } from '../../../shared/unsupported.ts';
import { foreignFile } from '../../../shared/lost-request-details.ts';
import { dialect, homeVendor } from '../tables.ts';
import type {
  DocumentParam,
  DocumentSource,
  ImageParam,
  ImageSource,
  ImageType,
} from '../types.ts';

const imageTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
] satisfies ImageType[];

/** The first base64 characters of each image type, whatever the stated media type. */
const imageBeginnings: readonly (readonly [RegExp, ImageType])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
];

/** Returns nothing for an unknown type of source. */
function decodeSource(
  source: ImageBlockInput['source'] | DocumentBlockInput['source'],
): MediaSource | undefined {
  if (isKind(source, 'base64')) {
    const { media_type: mediaType, data: base64 } = source;
    return { by: 'bytes', mediaType, base64 };
  }
  if (isKind(source, 'url')) return { by: 'url', url: source.url };
  if (isKind(source, 'text')) return { by: 'text', text: source.data };
  if (isKind(source, 'file')) return { by: 'file', id: source.file_id, vendor: homeVendor };
  return isKind(source, 'content') ? { by: 'text', text: textOf(source) } : undefined;
}

function textOf({ content }: Extract<DocumentBlockInput['source'], { type: 'content' }>): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (isKind(block, 'text') ? block.text : [])).join('\n\n');
}

const imageSources = ['base64', 'url', 'file'] as const;

/** Decodes an image; one with an unknown source has content that only the vendor knows. */
export function decodeImage(block: ImageBlockInput): MediaPart | UnknownPart {
  const isKnown = imageSources.some((kind) => isKind(block.source, kind));
  const source = isKnown ? decodeSource(block.source) : undefined;
  if (source === undefined) return { type: 'unknown', dialect, raw: rawOf(block) };
  return {
    type: 'media',
    kind: 'image',
    source,
    ...decodeCache(block.cache_control),
    ...asExtras(otherFields(block, ['type', 'source', 'cache_control'])),
  };
}

/** Decodes a document; one with an unknown source has content that only the vendor knows. */
export function decodeDocument(block: DocumentBlockInput): MediaPart | UnknownPart {
  const source = decodeSource(block.source);
  if (source === undefined) return { type: 'unknown', dialect, raw: rawOf(block) };
  const known = ['type', 'source', 'title', 'context', 'cache_control'];
  return {
    type: 'media',
    kind: 'document',
    source,
    ...omitNullish({ name: block.title, context: block.context }),
    ...decodeCache(block.cache_control),
    ...asExtras({
      ...otherFields(block, known),
      // This format gets back the blocks that its text joins.
      ...(isKind(block.source, 'content') && { [sameBlock]: rawOf(block) }),
    }),
  };
}

/** A search result is a text document for other formats; this format gets its own block back. */
export function decodeSearchResult(block: SearchResultBlockInput): MediaPart {
  return {
    type: 'media',
    kind: 'document',
    source: { by: 'text', text: block.content.map(({ text }) => text).join('\n\n') },
    name: block.title,
    context: block.source,
    ...decodeCache(block.cache_control),
    ...asExtras({
      // Other formats are given no citations of it.
      ...(block.citations?.enabled === true && { citations: { enabled: true } }),
      [sameBlock]: rawOf(block),
    }),
  };
}

/** Encodes an image or a document; returns nothing, with a note, if the format does not support it. */
export function encodeMedia(
  part: MediaPart,
  place: Place,
): ImageParam | DocumentParam | JsonObject | undefined {
  const whole = ownBlock(part.extras);
  if (whole !== undefined) return whole;
  const own = ownExtras(part.extras);
  if (part.detail !== undefined && part.detail !== 'auto') {
    place.notes.dropped(`${place.path}.detail`, 'Images in messages have no level of detail.');
  }
  const block = part.kind === 'image' ? encodeImage(part, place) : encodeDocument(part, place);
  return block && { ...block, ...own };
}

function encodeImage(part: MediaPart, place: Place): ImageParam | undefined {
  const source = encodeImageSource(part.source);
  if (source === undefined) {
    place.notes.dropped(place.path, reasonAgainst(part));
    return undefined;
  }
  noteImageName(part, place);
  return { type: 'image', source, ...encodeCache(part.cache) };
}

function encodeImageSource(source: MediaSource): ImageSource | undefined {
  if (source.by === 'url') return { type: 'url', url: source.url };
  if (source.by === 'file') return encodeStoredFile(source);
  if (source.by !== 'bytes') return undefined;
  const type = trueImageType(source);
  return type && { type: 'base64', media_type: type, data: source.base64 };
}

/** The vendor compares the stated type with the bytes, so the bytes decide. */
function trueImageType(source: Extract<MediaSource, { by: 'bytes' }>): ImageType | undefined {
  const seen = imageBeginnings.find(([beginning]) => beginning.test(source.base64));
  if (seen) return seen[1];
  const label = source.mediaType.toLowerCase().replace('image/jpg', 'image/jpeg');
  return isImageType(label) ? label : undefined;
}

function isImageType(label: string): label is ImageType {
  return imageTypes.includes(label);
}

function encodeDocument(part: MediaPart, { path, notes }: Place): DocumentParam | undefined {
  const source = part.kind === 'document' ? encodeDocumentSource(part.source) : undefined;
  if (source !== undefined) {
    return { type: 'document', source, ...encodeTitle(part), ...encodeCache(part.cache) };
  }
  notes.dropped(path, reasonAgainst(part));
  return undefined;
}

const reasons: Readonly<Record<MediaPart['kind'], string>> = {
  image: 'Messages upstreams take images only as JPEG, PNG, GIF or WebP.',
  document: 'Messages upstreams take documents only as PDF or text.',
  audio: 'Messages upstreams take no audio.',
  video: 'Messages upstreams take no video.',
};

function reasonAgainst({ kind, source }: MediaPart): string {
  if (source.by === 'file') return foreignFile;
  return reasons[kind];
}

function encodeTitle(part: MediaPart): { title?: string; context?: string } {
  return omitUndefined({ title: part.name, context: part.context });
}

function encodeDocumentSource(source: MediaSource): DocumentSource | undefined {
  switch (source.by) {
    case 'url':
      return { type: 'url', url: source.url };
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text };
    case 'bytes':
      return encodeDocumentBytes(source);
    case 'file':
      return encodeStoredFile(source);
  }
}

/** A file id has a meaning only to the vendor that stores the file. */
function encodeStoredFile({
  id,
  vendor,
}: Extract<MediaSource, { by: 'file' }>): { type: 'file'; file_id: string } | undefined {
  return vendor === homeVendor ? { type: 'file', file_id: id } : undefined;
}

function encodeDocumentBytes({
  mediaType,
  base64,
}: Extract<MediaSource, { by: 'bytes' }>): DocumentSource | undefined {
  const isPdf = base64.startsWith('JVBERi') || mediaType === 'application/pdf';
  if (isPdf) return { type: 'base64', media_type: 'application/pdf', data: base64 };
  if (!/^(?:text\/|application\/(?:json|xml|yaml|javascript)\b)/i.test(mediaType)) return undefined;
  const text = readBase64Text(base64);
  return text === undefined ? undefined : { type: 'text', media_type: 'text/plain', data: text };
}
