// Generated images in Chat Completions replies and streams.
import type { MediaPart } from '../../../canonical/part.ts';
import { readDataUrl, writeDataUrl } from '../../../shared/data-url.ts';
import type { ChatImage } from '../types.ts';

/*
 * Generated images are in `images`, next to the content. The official types do not have the field;
 * OpenRouter, LiteLLM and Vercel's gateway use it in the same way, with data URLs.
 */

interface ImageInput {
  readonly image_url?: { readonly url: string } | null | undefined;
}

/** Decodes the images of a message or a delta. */
export function decodeImages(images: readonly ImageInput[] | null | undefined): MediaPart[] {
  return (images ?? []).flatMap(({ image_url: address }): MediaPart[] => {
    if (!address) return [];
    const data = readDataUrl(address.url);
    const source = data
      ? ({ by: 'bytes', ...data } as const)
      : ({ by: 'url', ...address } as const);
    return [{ type: 'media', kind: 'image', source }];
  });
}

/** Encodes one image; `undefined` for media that are not allowed there. */
export function encodeImage({ kind, source }: MediaPart): ChatImage | undefined {
  if (kind !== 'image' || (source.by !== 'bytes' && source.by !== 'url')) return undefined;
  const url = source.by === 'url' ? source.url : writeDataUrl(source);
  return { type: 'image_url', image_url: { url } };
}

/** The reason in the note for all other media. */
export const noMedia = 'Of the media that a model makes, chat answers can hold images only.';
