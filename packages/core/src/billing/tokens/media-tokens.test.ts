import type { MediaPart } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { estimateMediaTokens } from './media-tokens.ts';
import { tokenFamilies } from './token-family.ts';

function mediaOf(kind: MediaPart['kind'], mediaType: string, bytes: number): MediaPart {
  const base64 = 'A'.repeat(Math.ceil((bytes * 4) / 3));
  return { type: 'media', kind, source: { by: 'bytes', mediaType, base64 } };
}

const kinds = ['image', 'document', 'audio', 'video'] as const;

describe.each(tokenFamilies)('estimateMediaTokens for %s', (family) => {
  it.each(kinds)('returns more than 0 for an empty and for an unknown %s', (kind) => {
    const url = { type: 'media', kind, source: { by: 'url', url: 'https://a.example/b' } } as const;
    const file = {
      type: 'media',
      kind,
      source: { by: 'file', id: 'file-1', vendor: 'openai' },
    } as const;
    expect(estimateMediaTokens(mediaOf(kind, 'x/y', 0), family)).toBeGreaterThan(0);
    expect(estimateMediaTokens(url, family)).toBeGreaterThan(0);
    expect(estimateMediaTokens(file, family)).toBe(estimateMediaTokens(url, family));
  });

  it('counts an image the same whatever its size', () => {
    const small = estimateMediaTokens(mediaOf('image', 'image/png', 1_000), family);
    const large = estimateMediaTokens(mediaOf('image', 'image/png', 1_000_000), family);
    expect(large).toBe(small);
  });

  it('counts an SVG image as a text', () => {
    const source = estimateMediaTokens(mediaOf('image', 'image/svg+xml', 90_000), family);
    const text = estimateMediaTokens(mediaOf('document', 'text/plain', 90_000), family);
    expect(source).toBe(text);
  });

  it.each(['document', 'audio', 'video'] as const)('counts more tokens for a longer %s', (kind) => {
    const short = estimateMediaTokens(mediaOf(kind, 'x/y', 500_000), family);
    const long = estimateMediaTokens(mediaOf(kind, 'x/y', 5_000_000), family);
    expect(long).toBeGreaterThan(short * 6);
  });
});

describe('estimateMediaTokens', () => {
  it('counts fewer tokens for an image of low detail where the vendor does', () => {
    const image: MediaPart = { ...mediaOf('image', 'image/png', 1_000), detail: 'low' };
    expect(estimateMediaTokens(image, 'openai')).toBe(85);
    expect(estimateMediaTokens(image, 'gemini')).toBe(280);
    expect(estimateMediaTokens(image, 'older-claude')).toBe(1_568);
  });

  it.each([
    ['openai', { image: 1_536, low: 85, page: 2_000, second: 10, frame: 263 }],
    ['older-claude', { image: 1_568, low: 1_568, page: 3_000, second: 32, frame: 263 }],
    ['claude', { image: 4_784, low: 4_784, page: 3_000, second: 32, frame: 263 }],
    ['gemini', { image: 1_120, low: 280, page: 560, second: 32, frame: 263 }],
    ['other', { image: 1_536, low: 1_536, page: 2_000, second: 10, frame: 263 }],
  ] as const)('counts what the pages of the vendors say: %s', (family, tokens) => {
    const ofUrl = (kind: MediaPart['kind'], detail?: 'low') =>
      estimateMediaTokens(
        { type: 'media', kind, source: { by: 'url', url: 'https://a.example/b' }, detail },
        family,
      );
    expect([ofUrl('image'), ofUrl('image', 'low')]).toEqual([tokens.image, tokens.low]);
    // Ten pages and a minute, where the length is not known.
    expect([ofUrl('document'), ofUrl('audio'), ofUrl('video')]).toEqual([
      ...[10 * tokens.page, 60 * tokens.second, 60 * tokens.frame],
    ]);
  });

  it.each([
    ['document', 66_666, 2_000],
    ['document', 66_667, 4_000],
    ['audio', 21_333, 10],
    ['audio', 21_334, 20],
    ['video', 333_333, 263],
    ['video', 333_334, 526],
  ] as const)('takes a %s of %d characters of base64 for %d tokens', (kind, length, tokens) => {
    const source = { by: 'bytes', mediaType: 'x/y', base64: 'A'.repeat(length) } as const;
    expect(estimateMediaTokens({ type: 'media', kind, source }, 'openai')).toBe(tokens);
  });

  it('counts a text file by its length', () => {
    expect(estimateMediaTokens(mediaOf('document', 'text/plain', 3_000), 'claude')).toBe(750);
  });
});
