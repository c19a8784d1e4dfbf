/** Upper bounds of the tokens of images, documents, audio and video in a prompt. */
import type { MediaPart, MediaSource } from '@parley/protocol';
import { bytesOfBase64 } from '../tokens/estimate-text.ts';
import { familyOf } from '../tokens/token-family.ts';

/** What the bound of a media part depends on. */
export interface MediaBounds {
  /** The upstreams' own names of the models that may read it. */
  readonly models: readonly string[];
  /** The models' context window in tokens, where it is known. */
  readonly window?: number;
}

/**
 * Media given by URL or file id may fill the whole context window; this is the longest that most vendors
 * offer.
 */
export const usualWindow = 1_000_000;

/**
 * A page costs at most 3,000 tokens for its text and 4,784 for its image (Anthropic, PDF support and vision),
 * and makes a file at least 2,000 bytes longer, so 4 tokens per byte are enough; the first page may be
 * shorter.
 */
const documentTokensPerByte = 4;
const firstPageTokens = 8_000;

/** 32 tokens per second (Google), and speech of at least 5 kilobits per second. */
const audioBytesPerToken = 20;
const shortestAudioTokens = 1_000;

/** Bounds what a media part costs, in tokens; 0 for text. Its bytes are never read. */
export function boundMedia(part: MediaPart, bounds: MediaBounds): number {
  const { source } = part;
  if (source.by === 'text') return 0;
  const { window = usualWindow } = bounds;
  if (source.by !== 'bytes' || isAddress(source.base64)) {
    return part.kind === 'image' ? imageTokens(bounds) : window;
  }
  return Math.min(window, tokensOf(part, source, bounds));
}

/** Some servers take a URL in place of the data of audio or of a file; base64 has no colon. */
function isAddress(base64: string): boolean {
  return /^[a-z\d+.-]{1,16}:/i.test(base64);
}

/** How many bytes of a body the data of a media part takes. */
export function mediaLength({ source }: MediaPart): number {
  return source.by === 'bytes' ? source.base64.length : 0;
}

function tokensOf(
  { kind }: MediaPart,
  { base64, mediaType }: Extract<MediaSource, { by: 'bytes' }>,
  bounds: MediaBounds,
): number {
  const bytes = bytesOfBase64(base64.length);
  switch (kind) {
    case 'image':
      // An SVG image is sent as its source to models that read no SVG.
      return Math.max(imageTokens(bounds), mediaType === 'image/svg+xml' ? bytes : 0);
    case 'audio':
      return shortestAudioTokens + Math.ceil(bytes / audioBytesPerToken);
    case 'video':
      // 295 tokens per second with sound (Google), and video of at least 300 bytes per second.
      return base64.length;
    case 'document':
      return mediaType.startsWith('text/')
        ? base64.length
        : firstPageTokens + bytes * documentTokensPerByte;
  }
}

/**
 * The maximum tokens of an image, by the vendors' own pages as of November 2026.
 * - Anthropic, vision: 4,784.
 * - OpenAI, images and vision: 10,000 patches at their full size, times 1.2; 2,833 and 5,667 for each of 8
 *   tiles with gpt-4o-mini.
 * - Google, image understanding: 258 per tile; the number of tiles grows with the aspect ratio.
 * - Alibaba, visual understanding: 16,384 at high resolution.
 */
function imageTokens({ models }: MediaBounds): number {
  return Math.max(0, ...models.map(imageTokensOf));
}

function imageTokensOf(model: string): number {
  if (/gpt-4o-mini/i.test(model)) return 48_169;
  switch (familyOf(model)) {
    case 'claude':
    case 'older-claude':
      return 4_784;
    case 'openai':
      return 12_000;
    case 'gemini':
    case 'other':
      return 16_384;
  }
}
