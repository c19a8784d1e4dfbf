import { describe, expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';

const characters = ['a', 'é', '€', '😀', '\ud800', '\udc00'];

/** All texts of up to four of the characters. */
function listTexts(length = 4): string[] {
  if (length === 0) return [''];
  const shorter = listTexts(length - 1);
  return ['', ...characters.flatMap((character) => shorter.map((rest) => rest + character))];
}

describe('the body of a call', () => {
  it('is the UTF-8 of its text, wherever its characters need more than one byte', () => {
    const texts = listTexts();
    expect(texts.length).toBeGreaterThan(1_000);
    for (const text of texts.flatMap((each) => [each, `aa${each}`, each.repeat(9)])) {
      expect(encodeText(text).equals(Buffer.from(text, 'utf8')), JSON.stringify(text)).toBe(true);
    }
  });
});
