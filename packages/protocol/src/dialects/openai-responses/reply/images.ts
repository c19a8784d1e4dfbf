// Images that a model made, in Responses replies and streams.
import type { MediaPart } from '../../../canonical/part.ts';

/** What is read of an image the vendor's own tool made. */
interface ImageCall {
  readonly type: string;
  readonly result?: unknown;
  readonly output_format?: unknown;
}

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

/** Reads an item that holds a made image; `undefined` for every other item. */
export function decodeImageCall(item: ImageCall): MediaPart | undefined {
  if (item.type !== 'image_generation_call') return undefined;
  const { result, output_format: format } = item;
  if (typeof result !== 'string' || result === '') return undefined;
  const mediaType = mediaTypes[typeof format === 'string' ? format : 'png'] ?? 'image/png';
  return { type: 'media', kind: 'image', source: { by: 'bytes', mediaType, base64: result } };
}

/** The bytes of an image that an item can hold; `undefined` for all other media. */
export function imageBytes({ kind, source }: MediaPart): string | undefined {
  return kind === 'image' && source.by === 'bytes' ? source.base64 : undefined;
}
