import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

describe('decodeBase64Url', () => {
  it.each(['*', 'A', 'é', '_w', '__79'])('rejects %j, which is not UTF-8', (encoded) => {
    expect(decodeBase64Url(encoded)).toBeUndefined();
  });

  it('reads what encodeBase64Url wrote', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\uFEFFa', '🎈', '???>>>'),
    );
    fc.assert(
      fc.property(text, (texts) => {
        const encoded = encodeBase64Url(texts);
        expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(decodeBase64Url(encoded)).toBe(texts);
      }),
    );
  });
});
