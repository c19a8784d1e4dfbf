import { describe, expect, it } from 'vitest';
import { characterClasses, classAt, classOf, isLatin, none } from './character-class.ts';

function kindAt(text: string, index: number): string | undefined {
  return characterClasses[classAt(text, index)];
}

describe('classAt', () => {
  it('returns nothing at the end of a text', () => {
    expect(classAt('', 0)).toBe(none);
    expect(classAt('a', 1)).toBe(none);
  });

  it.each([
    ['a', 'lower'],
    ['Z', 'upper'],
    ['7', 'digit'],
    ['_', 'mark'],
    ['\u0000', 'mark'],
    ['\u007F', 'mark'],
    [' ', 'space'],
    ['\t', 'tab'],
    ['\r', 'break'],
    ['é', 'accented'],
    ['ế', 'accented'],
    ['λ', 'greek'],
    ['я', 'cyrillic'],
    ['ש', 'semitic'],
    ['ع', 'semitic'],
    ['ह', 'indic'],
    ['ก', 'indic'],
    ['的', 'han'],
    ['ー', 'kana'],
    ['한', 'hangul'],
    ['。', 'wideMark'],
    ['\uFF0C', 'wideMark'],
    ['—', 'other'],
    ['\uFFFF', 'other'],
  ])('takes %j for %s', (character, kind) => {
    expect(kindAt(character, 0)).toBe(kind);
  });

  it.each([
    [0x0080, 0x00bf, 'other'],
    [0x00c0, 0x024f, 'accented'],
    [0x0250, 0x036f, 'other'],
    [0x0370, 0x03ff, 'greek'],
    [0x0400, 0x052f, 'cyrillic'],
    [0x0530, 0x058f, 'other'],
    [0x0590, 0x077f, 'semitic'],
    [0x0780, 0x08ff, 'other'],
    [0x0900, 0x0fff, 'indic'],
    [0x1000, 0x10ff, 'other'],
    [0x1100, 0x11ff, 'hangul'],
    [0x1200, 0x177f, 'other'],
    [0x1780, 0x17ff, 'indic'],
    [0x1800, 0x1dff, 'other'],
    [0x1e00, 0x1eff, 'accented'],
    [0x1f00, 0x1fff, 'greek'],
    [0x2000, 0x2e7f, 'other'],
    [0x2e80, 0x2fff, 'han'],
    [0x3000, 0x303f, 'wideMark'],
    [0x3040, 0x30ff, 'kana'],
    [0x3100, 0x312f, 'han'],
    [0x3130, 0x318f, 'hangul'],
    [0x3190, 0x31ef, 'han'],
    [0x31f0, 0x31ff, 'kana'],
    [0x3200, 0x9fff, 'han'],
    [0xa000, 0xabff, 'other'],
    [0xac00, 0xd7ff, 'hangul'],
    [0xd800, 0xdfff, 'surrogate'],
    [0xe000, 0xf8ff, 'other'],
    [0xf900, 0xfaff, 'han'],
    [0xfb00, 0xfb4f, 'other'],
    [0xfb50, 0xfdff, 'semitic'],
    [0xfe00, 0xfe2f, 'other'],
    [0xfe30, 0xff65, 'wideMark'],
    [0xff66, 0xff9f, 'kana'],
    [0xffa0, 0xffef, 'wideMark'],
    [0xfff0, 0xffff, 'other'],
  ])('takes the blocks from %i to %i for %s', (first, last, kind) => {
    const kinds = [first, last].map((unit) => kindAt(String.fromCharCode(unit), 0));
    expect(kinds).toEqual([kind, kind]);
  });

  it('classifies both halves of a character beyond U+FFFF as surrogates', () => {
    expect([kindAt('😀', 0), kindAt('😀', 1)]).toEqual(['surrogate', 'surrogate']);
  });
});

describe('classOf', () => {
  it('has a class for every code unit', () => {
    const classes = Array.from({ length: 0x10000 }, (_, unit) => classOf(unit));
    expect(new Set(classes).size).toBe(18);
  });
});

describe('isLatin', () => {
  it('distinguishes letters of Latin words from everything else', () => {
    const texts = ['a', 'A', 'ö', '1', '.', ' ', 'я', ''];
    expect(texts.map((text) => isLatin(classAt(text, 0)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
