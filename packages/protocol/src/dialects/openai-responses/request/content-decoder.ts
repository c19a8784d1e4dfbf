// Decodes the content of Responses requests, for the turns decoder.
import type { CacheMark, MediaPart, MediaSource, Part } from '../../../canonical/part.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import {
  decodeAudio,
  decodeBreakpoint,
  decodeFileData,
  readDataUrl,
} from '../../../shared/openai/content.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { isKind } from '../../../shared/schema.ts';
import { asExtras, dialect, otherFields, rawOf } from '../extras.ts';
import { decodeAnnotation } from '../reply/citations.ts';
import type { ContentInput, ContentPartInput } from './content-schema.ts';

type Kind = 'input_text' | 'text' | 'input_image' | 'input_file' | 'input_audio';
type InputPart = Extract<ContentPartInput, { readonly type: Kind }>;
type ImageInput = Extract<ContentPartInput, { readonly type: 'input_image' }>;
type FileInput = Extract<ContentPartInput, { readonly type: 'input_file' }>;

const markField = 'prompt_cache_breakpoint';
const textFields = new Set(['type', 'text', markField, 'annotations', 'logprobs']);
const imageFields = new Set(['type', 'image_url', 'file_id', 'detail', markField]);
const fileFields = new Set(['type', 'file_data', 'file_url', 'file_id', 'filename', markField]);
const audioFields = new Set(['type', 'input_audio', markField]);

/** Decodes content of either form; empty text yields no part. */
export function decodeContent(content: ContentInput): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return content.flatMap((part) => decodePart(part));
}

function decodePart(part: ContentPartInput): Part[] {
  if (isKind(part, 'output_text')) {
    const citations = part.annotations?.map(decodeAnnotation) ?? [];
    const cited = citations.length > 0 ? { citations } : {};
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...cited }];
  }
  if (isKind(part, 'refusal')) {
    return part.refusal === '' ? [] : [{ type: 'refusal', text: part.refusal }];
  }
  if (isKind(part, 'input_text') || isKind(part, 'text')) {
    if (part.text === '') return [];
    const extras = asExtras(otherFields(part, textFields));
    return [{ type: 'text', text: part.text, ...decodeMark(part), ...extras }];
  }
  const media = decodeMedia(part);
  return [media ?? { type: 'unknown', dialect, raw: rawOf(part) }];
}

function decodeMark(part: InputPart): { readonly cache?: CacheMark } {
  return decodeBreakpoint(part.prompt_cache_breakpoint);
}

function decodeMedia(part: ContentPartInput): MediaPart | undefined {
  if (isKind(part, 'input_image')) return decodeImage(part);
  if (isKind(part, 'input_file')) return decodeFile(part);
  if (!isKind(part, 'input_audio')) return undefined;
  const extras = asExtras(otherFields(part, audioFields));
  const source = decodeAudio(part.input_audio);
  return { type: 'media', kind: 'audio', source, ...decodeMark(part), ...extras };
}

function decodeImage(part: ImageInput): MediaPart | undefined {
  const source = sourceOf(part.image_url, part.file_id);
  return (
    source && {
      type: 'media',
      kind: 'image',
      source,
      // The format requires this field, so its default is not kept.
      ...omitNullish({ detail: part.detail === 'auto' ? undefined : part.detail || undefined }),
      ...decodeMark(part),
      ...asExtras(otherFields(part, imageFields)),
    }
  );
}

function decodeFile(part: FileInput): MediaPart | undefined {
  const source = part.file_data
    ? decodeFileData(part.file_data, part.filename ?? '')
    : sourceOf(part.file_url, part.file_id);
  return (
    source && {
      type: 'media',
      kind: source.by === 'bytes' && source.mediaType.startsWith('image/') ? 'image' : 'document',
      source,
      ...omitUndefined({ name: part.filename || undefined }),
      ...decodeMark(part),
      ...asExtras(otherFields(part, fileFields)),
    }
  );
}

function sourceOf(
  url: string | null | undefined,
  fileId: string | null | undefined,
): MediaSource | undefined {
  if (url) {
    const data = readDataUrl(url);
    return data ? { by: 'bytes', ...data } : { by: 'url', url };
  }
  return fileId ? { by: 'file', id: fileId, vendor: homeVendor } : undefined;
}
