import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Length } from './utf8-length.ts';

const encodedLength = (text: string) => new TextEncoder().encode(text).byteLength;

it.each(['', 'a', 'é', '漢', '😀', '\ud83d', '\ude00', 'a\ud83d'])('measures %j', (text) => {
  expect(utf8Length(text)).toBe(encodedLength(text));
});

it('equals the encoder for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(utf8Length(text)).toBe(encodedLength(text));
    }),
  );
});

it.each(['😀', '🐀', '\u{10000}', '\u{10ffff}'])('splits no %s between steps', (character) => {
  for (const length of [16_382, 16_383, 16_384, 32_767]) {
    const text = `${'x'.repeat(length)}${character.repeat(9_000)}`;
    expect(utf8Length(text)).toBe(length + 36_000);
  }
});
