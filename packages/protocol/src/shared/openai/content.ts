// Media, text documents, instructions and cache marks in the content of OpenAI’s formats.
import type { Place } from '../../canonical/note.ts';
import type { CacheMark, MediaPart, Part } from '../../canonical/part.ts';
import type { Turn } from '../../canonical/request.ts';
import { readBase64Text } from '../base64-text.ts';
import type { ExtrasOfDialect } from '../extras.ts';
import { noteCitations } from '../lost-request-details.ts';
import { billingReason, isBillingLine } from '../unsupported.ts';
import { misplacedPart } from '../extras.ts';

/** The content of a `data:` URL. */
interface InlineData {
  readonly mediaType: string;
  readonly base64: string;
}

/** Parses a base64 `data:` URL (RFC 2397); `undefined` for any other URL. */
export function readDataUrl(url: string): InlineData | undefined {
  if (!/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, Math.max(comma, 0));
  // Eight settings are read: few exist, but a head of megabytes may have millions.
  const [mediaType, ...settings] = head.split(';', 9).map((word) => word.trim().toLowerCase());
  if (!settings.includes('base64')) return undefined;
  return { mediaType: mediaType || 'application/octet-stream', base64: url.slice(comma + 1) };
}

export function writeDataUrl({ mediaType, base64 }: InlineData): string {
  return `data:${mediaType};base64,${base64}`;
}

/** Decodes audio data, which some clients send as a `data:` URL. */
export function decodeAudio(audio: { readonly data: string; readonly format: string }) {
  const { data, format } = audio;
  const mediaType = format === 'mp3' ? 'audio/mpeg' : `audio/${format}`;
  return { by: 'bytes', ...(readDataUrl(data) ?? { mediaType, base64: data }) } as const;
}

/** Formats that their first bytes identify, in base64. */
const beginnings: readonly (readonly [beginning: string, mediaType: string])[] = [
  ['JVBERi', 'application/pdf'],
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
];

const officeType = 'application/vnd.openxmlformats-officedocument';

/** Media types by the ending of a file name. */
const typesOfEnding: Readonly<Record<string, string>> = {
  ...{ txt: 'text/plain', md: 'text/plain', csv: 'text/plain', log: 'text/plain' },
  ...{ html: 'text/html', htm: 'text/html', rtf: 'application/rtf' },
  ...{ json: 'application/json', xml: 'application/xml', yaml: 'application/yaml' },
  ...{ pdf: 'application/pdf', odt: 'application/vnd.oasis.opendocument.text' },
  ...{ doc: 'application/msword', docx: `${officeType}.wordprocessingml.document` },
  ...{ xls: 'application/vnd.ms-excel', xlsx: `${officeType}.spreadsheetml.sheet` },
  ...{ ppt: 'application/vnd.ms-powerpoint', pptx: `${officeType}.presentationml.presentation` },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  webp: 'image/webp',
};

/** Decodes file data. Some clients omit the `data:` prefix; then its start or the file name states the type. */
export function decodeFileData(data: string, filename: string) {
  return { by: 'bytes', ...(readDataUrl(data) ?? readBareData(data, filename)) } as const;
}

function readBareData(base64: string, filename: string): InlineData {
  const seen = beginnings.find(([beginning]) => base64.startsWith(beginning))?.[1];
  return { mediaType: seen ?? typeOfName(filename), base64 };
}

/** Without an ending it is what most clients send: a PDF document. */
function typeOfName(filename: string): string {
  const [, ending] = /\.([^.]+)$/.exec(filename.toLowerCase()) ?? [];
  if (ending === undefined) return 'application/pdf';
  const known = Object.hasOwn(typesOfEnding, ending) ? typesOfEnding[ending] : undefined;
  return known ?? 'application/octet-stream';
}

/** OpenAI's chat completions accept only PDF as a file. */
const textTypes = /^text\/|json$/;

/** The text of a text document; `undefined` for anything else. */
export function plainText({ kind, source }: MediaPart): string | undefined {
  if (source.by === 'text') return source.text;
  const isText = kind === 'document' && source.by === 'bytes' && textTypes.test(source.mediaType);
  return isText ? readBase64Text(source.base64) : undefined;
}

/** A document that becomes text keeps its title and the client's description. */
export function titled({ name, context }: MediaPart, text: string): string {
  return [name, context, text].filter((line) => line !== undefined).join('\n');
}

/** The name of a file, which the formats require; a client may give none. */
export function fileNameOf({ name, source }: MediaPart): string {
  const isPdf = source.by === 'bytes' && source.mediaType === 'application/pdf';
  return name ?? (isPdf ? 'document.pdf' : 'document');
}

/** A text, and whether the prefix of the prompt that ends with it should be cached. */
export type MarkedText = { readonly text: string } & CacheBreakpoint;

/** The texts as one; `undefined` if one of them has a cache mark, which must stay at its place. */
export function joinUnmarked(texts: readonly MarkedText[], separator: string): string | undefined {
  const isMarked = texts.some((text) => text.prompt_cache_breakpoint !== undefined);
  return isMarked ? undefined : texts.map(({ text }) => text).join(separator);
}

/** The texts of an instruction; a billing line and everything but text are left out with a note. */
export function instructionTexts(
  { parts }: Turn,
  turnPlace: MarkPlace,
  noteFields: (part: Part, place: Place) => void,
): MarkedText[] {
  const { notes } = turnPlace;
  return parts.flatMap((part, index) => {
    const place = { ...turnPlace, path: `${turnPlace.path}.parts[${index}]` };
    if (isBillingLine(part)) notes.dropped(place.path, billingReason);
    else if (part.type !== 'text') {
      notes.dropped(place.path, misplacedPart('Instructions', part.type));
    } else {
      noteFields(part, place);
      const mark = encodeMark(part.cache, place);
      return part.text === '' ? [] : [{ text: part.text, ...mark }];
    }
    return [];
  });
}

/** Where user content is written, and whether the model accepts cache marks there. */
export interface MarkPlace extends Place {
  /** From the profile; if absent, cache marks are not allowed here. */
  readonly cacheMarks?: boolean;
}

/** The end of a prompt prefix to cache (`openai` 7.57.0, chat completions and Responses). */
export interface CacheBreakpoint {
  readonly prompt_cache_breakpoint?: { readonly mode: 'explicit'; readonly ttl?: '30m' | '12h' };
}

/** Reads a cache mark. One without a lifetime counts as the shortest. */
export function decodeBreakpoint(
  breakpoint: { readonly ttl?: string | null | undefined } | null | undefined,
): { readonly cache?: CacheMark } {
  if (!breakpoint) return {};
  const { ttl } = breakpoint;
  return { cache: { lifetime: ttl === '30m' || ttl === '12h' ? ttl : '5m' } };
}

/** Writes a cache mark; without a lifetime of the vendor's own, the vendor chooses it. */
export function encodeMark(cache: CacheMark | undefined, place: MarkPlace): CacheBreakpoint {
  if (cache === undefined) return {};
  const path = `${place.path}.cache`;
  if (place.cacheMarks !== true) {
    place.notes.dropped(path, 'This upstream takes no cache mark here; it caches by itself.');
    return {};
  }
  if (cache.lifetime === '1h') {
    place.notes.approximated(path, 'Cached content lives for at least half an hour, not for one.');
  }
  const isOwn = cache.lifetime === '30m' || cache.lifetime === '12h';
  const ttl = isOwn ? { ttl: cache.lifetime } : {};
  return { prompt_cache_breakpoint: { mode: 'explicit', ...ttl } };
}

/** Creates the notes on what a part has and its place in a dialect cannot hold. */
export function createFieldNotes(noteForeignExtras: ExtrasOfDialect['noteForeignExtras']) {
  /** Notes the citations and the foreign extras of a part. */
  const noteFields = (part: Part, place: Place): void => {
    if (part.type === 'text') noteCitations(part, place);
    if ('extras' in part) noteForeignExtras(part.extras, place.path, place.notes);
  };
  /** Notes the cache mark of a part, too. */
  const noteMarks = (part: Part & { readonly cache?: CacheMark }, place: Place): void => {
    encodeMark(part.cache, { path: place.path, notes: place.notes });
    noteFields(part, place);
  };
  return { noteFields, noteMarks };
}

/** Writes the cache mark of a whole result, which is that of its last part. */
export function markEnd<Content extends object>(
  parts: readonly Content[],
  cache: CacheMark | undefined,
  place: MarkPlace,
): (Content & CacheBreakpoint)[] {
  const last = parts.at(-1);
  const cacheMarks = last !== undefined && place.cacheMarks === true;
  const mark = encodeMark(cache, { ...place, cacheMarks });
  return last === undefined ? [] : [...parts.slice(0, -1), { ...last, ...mark }];
}
