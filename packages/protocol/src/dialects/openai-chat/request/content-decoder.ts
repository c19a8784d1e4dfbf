// Decodes the content of Chat Completions requests, for the turns decoder.
import type { CacheMark, MediaPart, MediaSource, Part } from '../../../canonical/part.ts';
import { rawOf } from '../../../shared/extras.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import {
  decodeAudio,
  decodeBreakpoint,
  decodeFileData,
  readDataUrl,
} from '../../../shared/openai/content.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { isKind } from '../../../shared/schema.ts';
import { keepExtras } from '../extras.ts';
import type { AddressInput, ContentInput, ContentPartInput, FileInput } from './content-schema.ts';

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

/** Decodes a cache mark of either spelling. */
export function decodeCacheMark(marked: Marked): { cache?: CacheMark } {
  const control = marked.cache_control;
  if (control) return { cache: { lifetime: control.ttl === '1h' ? '1h' : '5m' } };
  return decodeBreakpoint(marked.prompt_cache_breakpoint);
}

function decodePart(part: ContentPartInput): Part[] {
  if (isKind(part, 'refusal')) return [{ type: 'refusal', text: part.refusal }];
  if (isKind(part, 'text')) {
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...decodeRest(part) }];
  }
  return [decodeMedia(part) ?? { type: 'unknown', dialect: 'openai-chat', raw: rawOf(part) }];
}

function decodeMedia(part: ContentPartInput): MediaPart | undefined {
  if (isKind(part, 'image_url')) {
    return { type: 'media', kind: 'image', ...decodeAddress(part.image_url), ...decodeRest(part) };
  }
  if (isKind(part, 'video_url')) {
    return { type: 'media', kind: 'video', ...decodeAddress(part.video_url), ...decodeRest(part) };
  }
  if (isKind(part, 'input_audio')) {
    const source = decodeAudio(part.input_audio);
    return { type: 'media', kind: 'audio', source, ...decodeRest(part) };
  }
  const file = isKind(part, 'file') ? decodeFile(part.file) : undefined;
  return file && isKind(part, 'file') ? { ...file, ...decodeRest(part) } : undefined;
}

/** The cache mark of a part and the fields that only this dialect has. */
function decodeRest(part: Marked & Readonly<Record<string, unknown>> & { readonly type: string }) {
  return {
    ...decodeCacheMark(part),
    ...keepExtras(part, ['type', part.type, ...markFields]),
  };
}

function decodeAddress(address: AddressInput): { source: MediaSource; detail?: string } {
  const url = typeof address === 'string' ? address : address.url;
  const detail = typeof address === 'string' ? undefined : address.detail;
  const data = readDataUrl(url);
  const source: MediaSource = data ? { by: 'bytes', ...data } : { by: 'url', url };
  return { source, ...omitNullish({ detail }) };
}

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
    return decodeFileData(file.file_data, file.filename ?? '');
  }
  return typeof file.file_id === 'string'
    ? { by: 'file', id: file.file_id, vendor: homeVendor }
    : undefined;
}
