// Decodes the content of Chat Completions requests, for the turns decoder.
import type { CacheMark, MediaPart, MediaSource, Part } from '../../../canonical/part.ts';
import { isJsonObject } from '../../../json/value.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { readDataUrl } from '../../../shared/openai/content.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { keepExtras } from '../extras.ts';
import { isKnownPart } from './content-schema.ts';
import type { ContentInput, ContentPartInput, KnownContentPart } from './content-schema.ts';

type Marked = {
  readonly cache_control?: { readonly ttl?: string | null | undefined } | null | undefined;
  readonly prompt_cache_breakpoint?:
    { readonly ttl?: string | null | undefined } | null | undefined;
};

const markFields = ['cache_control', 'prompt_cache_breakpoint'] as const;

/** Decodes message content of either form; empty text yields no part. */
export function decodeContent(content: ContentInput | null | undefined): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (content ?? []).flatMap((part) => decodePart(part));
}

/**
 * Decodes a cache mark of either spelling. A breakpoint of half an hour or more counts as an hour; one
 * without a lifetime counts as the cheaper five minutes.
 */
export function decodeCacheMark(marked: Marked): { cache?: CacheMark } {
  const control = marked.cache_control;
  if (control) return { cache: { lifetime: control.ttl === '1h' ? '1h' : '5m' } };
  const breakpoint = marked.prompt_cache_breakpoint;
  return breakpoint ? { cache: { lifetime: breakpoint.ttl ? '1h' : '5m' } } : {};
}

function decodePart(part: ContentPartInput): Part[] {
  if (!isKnownPart(part)) {
    return [{ type: 'unknown', dialect: 'openai-chat', raw: toJson(part) }];
  }
  if (part.type === 'refusal') return [{ type: 'refusal', text: part.refusal }];
  const shared = {
    ...decodeCacheMark(part),
    ...keepExtras(part, new Set(['type', part.type, ...markFields])),
  };
  if (part.type === 'text') {
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...shared }];
  }
  const media = decodeMedia(part);
  if (media === undefined) return [{ type: 'unknown', dialect: 'openai-chat', raw: toJson(part) }];
  return [{ ...media, ...shared }];
}

type MediaInput = Exclude<KnownContentPart, { type: 'text' | 'refusal' }>;

function decodeMedia(part: MediaInput): MediaPart | undefined {
  switch (part.type) {
    case 'image_url':
      return { type: 'media', kind: 'image', ...decodeAddress(part.image_url) };
    case 'video_url':
      return { type: 'media', kind: 'video', ...decodeAddress(part.video_url) };
    case 'input_audio':
      return { type: 'media', kind: 'audio', source: decodeAudio(part.input_audio) };
    case 'file':
      return decodeFile(part.file);
  }
}

type AddressInput = Extract<MediaInput, { type: 'image_url' }>['image_url'];

function decodeAddress(address: AddressInput): { source: MediaSource; detail?: string } {
  const url = typeof address === 'string' ? address : address.url;
  const detail = typeof address === 'string' ? undefined : address.detail;
  const data = readDataUrl(url);
  const source: MediaSource = data ? { by: 'bytes', ...data } : { by: 'url', url };
  return { source, ...omitNullish({ detail }) };
}

function decodeAudio(audio: { readonly data: string; readonly format: string }): MediaSource {
  const data = readDataUrl(audio.data);
  if (data) return { by: 'bytes', ...data };
  const mediaType = audio.format === 'mp3' ? 'audio/mpeg' : `audio/${audio.format}`;
  return { by: 'bytes', mediaType, base64: audio.data };
}

type FileInput = Extract<MediaInput, { type: 'file' }>['file'];

function decodeFile(file: FileInput): MediaPart | undefined {
  const source = decodeFileSource(file);
  if (source === undefined) return undefined;
  return {
    type: 'media',
    kind: source.by === 'bytes' && source.mediaType.startsWith('image/') ? 'image' : 'document',
    source,
    ...omitNullish({ name: file.filename }),
  };
}

function decodeFileSource(file: FileInput): MediaSource | undefined {
  if (typeof file.file_data === 'string') {
    const data = readDataUrl(file.file_data);
    if (data) return { by: 'bytes', ...data };
    // Some clients omit the `data:` prefix; then only the file name states the type.
    return { by: 'bytes', mediaType: typeOfName(file.filename ?? ''), base64: file.file_data };
  }
  return typeof file.file_id === 'string'
    ? { by: 'file', id: file.file_id, vendor: homeVendor }
    : undefined;
}

function typeOfName(name: string): string {
  if (/\.(?:txt|md|csv|log)$/i.test(name)) return 'text/plain';
  return 'application/pdf';
}

/** The part was parsed from JSON, so it is a JSON object although its type is wider. */
function toJson(part: ContentPartInput): JsonObject {
  const value = part as JsonValue;
  return isJsonObject(value) ? value : {};
}
