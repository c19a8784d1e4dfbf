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

  it('counts a text file by its length', () => {
    expect(estimateMediaTokens(mediaOf('document', 'text/plain', 3_000), 'claude')).toBe(750);
  });
});
