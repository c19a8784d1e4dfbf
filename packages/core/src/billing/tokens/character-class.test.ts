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
