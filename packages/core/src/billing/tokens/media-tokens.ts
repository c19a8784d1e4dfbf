/** Estimates the tokens of images, documents, audio and video. */
import type { MediaPart, MediaSource } from '@parley/protocol';
import { bytesOfBase64, estimateEncryptedTokens } from './estimate-text.ts';
import type { TokenFamily } from './token-family.ts';

interface MediaPrices {
  /** An image at the vendor's default detail, of any size: the most that it costs. */
  readonly image: number;
  /** An image for which the client requested low detail. */
  readonly coarseImage: number;
  readonly page: number;
  readonly audioSecond: number;
  readonly videoSecond: number;
}

/**
 * Tokens by the vendors' own pages, as of November 2026.
 * - OpenAI, images and vision: 85 at low detail; 85 and 170 per tile, at most 1,445, or at most 1,536
 *   patches. A page is its image and its text. Realtime costs: a token per 100 ms of audio.
 * - Anthropic, vision: at most 1,568 patches, since Opus 4.7 at most 4,784. PDF support: 1,500 to 3,000 for
 *   the text of a page, in addition to its image.
 * - Google, media resolution and understanding tokens: 1,120 per image and 560 per page since Gemini 3 (280
 *   at low resolution), 32 per second of audio, 263 per second of video.
 *
 * Where a vendor accepts no audio or video, a request with it fails; the numbers are then Google's.
 */
const openai: MediaPrices = {
  image: 1_536,
  coarseImage: 85,
  page: 2_000,
  audioSecond: 10,
  videoSecond: 263,
};
const olderClaude: MediaPrices = {
  image: 1_568,
  coarseImage: 1_568,
  page: 3_000,
  audioSecond: 32,
  videoSecond: 263,
};
const mediaPrices: Readonly<Record<TokenFamily, MediaPrices>> = {
  openai,
  'older-claude': olderClaude,
  claude: { ...olderClaude, image: 4_784, coarseImage: 4_784 },
  gemini: { image: 1_120, coarseImage: 280, page: 560, audioSecond: 32, videoSecond: 263 },
  other: { ...openai, coarseImage: 1_536 },
};

/**
 * The usual size in bytes: an assumption, because the actual number of pages or seconds is known only after
 * reading the whole file.
 */
const bytesPerPage = 50_000;
const bytesPerAudioSecond = 16_000;
const bytesPerVideoSecond = 250_000;

/** The assumed length of a file of unknown size. */
const unknownPages = 10;
const unknownSeconds = 60;

/**
 * Estimates the tokens of a media part by its kind and by the length of its bytes, which are never read. Text
 * inside the part is estimated elsewhere.
 */
export function estimateMediaTokens(part: MediaPart, family: TokenFamily): number {
  const prices = mediaPrices[family];
  const bytes = byteLength(part.source);
  if (isText(part)) return estimateEncryptedTokens(bytes ?? 0);
  switch (part.kind) {
    case 'image':
      return part.detail === 'low' ? prices.coarseImage : prices.image;
    case 'document':
      return prices.page * countPieces(bytes, bytesPerPage, unknownPages);
    case 'audio':
      return prices.audioSecond * countPieces(bytes, bytesPerAudioSecond, unknownSeconds);
    case 'video':
      return prices.videoSecond * countPieces(bytes, bytesPerVideoSecond, unknownSeconds);
  }
}

function byteLength(source: MediaSource): number | undefined {
  return source.by === 'bytes' ? bytesOfBase64(source.base64.length) : undefined;
}

/** An SVG image is sent as its source to models that read no SVG. */
function isText({ kind, source }: MediaPart): boolean {
  if (source.by !== 'bytes') return false;
  const { mediaType } = source;
  return kind === 'document' ? mediaType.startsWith('text/') : mediaType === 'image/svg+xml';
}

/** At least one piece; `unknown` pieces when the length is not known. */
function countPieces(bytes: number | undefined, each: number, unknown: number): number {
  return bytes === undefined ? unknown : Math.max(1, Math.ceil(bytes / each));
}
