import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import { decodeCitations, noteLostSources, TextOffsets } from './citations.ts';

it('counts bytes as an encoder does, however the text was cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ü', '中', '🚋') });
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      const offsets = new TextOffsets();
      const whole = pieces.join('');
      for (const symbol of Array.from(whole)) offsets.add(symbol);
      let character = 0;
      for (const symbol of Array.from(whole).concat('')) {
        const bytes = new TextEncoder().encode(whole.slice(0, character)).length;
        expect(offsets.toByte(character)).toBe(bytes);
        expect(offsets.toCharacter(bytes)).toBe(character);
        character += symbol.length;
      }
    }),
  );
});

it('handles surrogate pairs that arrive in two pieces', () => {
  const offsets = new TextOffsets();
  offsets.add('a\ud83d');
  expect(offsets.toByte(2)).toBe(4);
  offsets.add('\ude8bb');
  expect([offsets.toCharacter(5), offsets.toByte(3)]).toEqual([3, 5]);
});

it.each([-1, 3, Number.NaN])('returns no offset for %s in a text of two', (offset) => {
  const offsets = new TextOffsets();
  offsets.add('ab');
  expect(offsets.toCharacter(offset)).toBeUndefined();
  expect(offsets.toByte(offset)).toBeUndefined();
});

it('names the page of an image that a search found', () => {
  const image = { sourceUri: 'https://a.example', imageUri: 'https://a.example/1.png', title: 'A' };
  const candidate = { groundingMetadata: { groundingChunks: [{ image }] } };
  const notes = new NoteBook();
  noteLostSources(candidate, { path: 'candidates[0]', notes });
  expect(decodeCitations(candidate, new TextOffsets())).toEqual([
    { url: 'https://a.example', title: 'A' },
  ]);
  expect(notes.notes).toEqual([]);
});

it('keeps the fields of a recitation that only this format has', () => {
  const licensed = { uri: 'https://a.example', license: 'mit', publicationDate: { year: 2020 } };
  const [citation] = decodeCitations(
    { citationMetadata: { citations: [licensed] } },
    new TextOffsets(),
  );
  expect(citation).toEqual({
    url: 'https://a.example',
    extras: { 'gemini-generate': { license: 'mit', publicationDate: { year: 2020 } } },
  });
});
