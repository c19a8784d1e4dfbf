import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamTextDecoder } from './stream-text.ts';

function decode(text: string, size: number): string {
  const bytes = new TextEncoder().encode(text);
  const decoder = new StreamTextDecoder();
  let result = '';
  for (let start = 0; start < bytes.length; start += size) {
    result += decoder.decode(bytes.subarray(start, start + size));
  }
  return result + decoder.end();
}

describe.each([1, 2, 3, 100])('a stream in chunks of %i bytes', (size) => {
  it('drops a byte-order mark at its start', () => {
    expect(decode('\ufeffdata: x', size)).toBe('data: x');
  });

  it('keeps the same character everywhere else', () => {
    for (const text of ['🎈\ufeffdata', 'é\ufeff', 'x\ufeff\ufeffy', '早\ufeff早']) {
      expect(decode(text, size)).toBe(text);
    }
  });
});

describe('bytes that are split anywhere', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      [0xff],
      [0xc3],
      [0x80],
      [0xe0, 0x80],
      [0xf0, 0x9f, 0x8e],
      [0xed, 0xa0, 0x80],
      [],
    ),
    fc
      .string({ unit: 'grapheme', maxLength: 4 })
      .map((text) => [...new TextEncoder().encode(text)]),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => [...bytes]),
  );

  it('are decoded as the platform decodes them whole, valid or not', () => {
    const chunks = fc.array(piece, { maxLength: 12 });
    fc.assert(
      fc.property(chunks, (pieces) => {
        const decoder = new StreamTextDecoder();
        const texts = pieces.map((bytes) => decoder.decode(Uint8Array.from(bytes)));
        const whole = new TextDecoder().decode(Uint8Array.from(pieces.flat()));
        expect([...texts, decoder.end()].join('')).toBe(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are decoded up to the last complete character at once', () => {
    const decoder = new StreamTextDecoder();
    const [first = 0, ...rest] = new TextEncoder().encode('é');
    expect(decoder.decode(Uint8Array.of(0x61, first))).toBe('a');
    expect(decoder.decode(Uint8Array.from(rest))).toBe('é');
  });
});
