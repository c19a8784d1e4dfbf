import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeUnits } from './character-class.ts';
import { findRunEnd, findScramble } from './scramble.ts';
import { findBoundary, UnitCounter } from './text-units.ts';
import { type TextUnits, type UnitKind, unitKinds } from './token-weights.ts';

function countUnits(text: CodeUnits): TextUnits {
  const counter = new UnitCounter();
  counter.add(text, text.length);
  return counter.units;
}

/** A text that counts how often its code units are read. */
function watch(text: string) {
  const watched = {
    length: text.length,
    reads: 0,
    charCodeAt(index: number) {
      watched.reads += 1;
      return text.charCodeAt(index);
    },
  };
  return watched satisfies CodeUnits;
}

function readsOf(text: string): number {
  const watched = watch(text);
  countUnits(watched);
  return watched.reads;
}

type Counted = Partial<Record<UnitKind, number>>;

/** Only what was counted, without the zeros. */
function unitsOf(text: string): Counted {
  const units = countUnits(text);
  const counted = unitKinds.map((kind, index) => [kind, units[index] ?? 0] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

const hostile = [
  'a',
  'A',
  'aA',
  'a-',
  'é',
  'aé',
  'é-a1',
  '1',
  '1a',
  ' ',
  '\n',
  '\t ',
  ' \n',
  '_',
  '._',
  '的',
  'あ',
  '한',
  'я',
  '─',
  '😀',
  '\uD800',
  'TWFueSBo',
  '<|endoftext|>',
  '{"a":[',
  'x y',
];

describe('the run time of counting', () => {
  it.each(hostile)('is linear for %j', (pattern) => {
    const short = readsOf(pattern.repeat(2_000));
    const long = readsOf(pattern.repeat(20_000));
    expect(long).toBeLessThanOrEqual(short * 10 + 100);
    expect(long).toBeLessThanOrEqual(pattern.length * 20_000 * 4);
  });

  it('reads no code unit more than four times, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...hostile, '+', '=', '/'), maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, (sample) => {
        expect(readsOf(sample)).toBeLessThanOrEqual(sample.length * 4);
      }),
    );
  });
});

describe('what is counted', () => {
  it('returns 0 for empty text', () => {
    expect(unitsOf('')).toEqual({});
  });

  it('returns more than 0 for all other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(unitsOf(text)).not.toEqual({});
      }),
    );
  });

  it.each<[string, Counted]>([
    [' ', { whitespace: 1 }],
    ['a word', { word: 2, whitespace: 1 }],
    ['camelCaseName', { word: 3 }],
    ['HTTPServer', { word: 1, bareLetter: 2 }],
    [' internationally', { word: 1, lateLetter: 7, whitespace: 1 }],
    ['internationally', { word: 1, bareLetter: 7 }],
    ['für Kinder', { word: 2, accented: 1, foreignLetter: 2, whitespace: 1 }],
    ['a'.repeat(30), { word: 1, bareLetter: 12, unbroken: 10 }],
    ['я'.repeat(30), { cyrillicWord: 1, cyrillic: 20, unbroken: 10 }],
    ['in 2026', { word: 1, digit: 4, digitGroup: 2, digitSpace: 1, whitespace: 1 }],
    ['.', { mark: 1 }],
    ['.name', { leadMark: 1, word: 1 }],
    ['":{', { mark: 1, furtherMark: 2 }],
    ['----', { mark: 1, repeatedMark: 3 }],
    ['────', { other: 1, repeatedMark: 3 }],
    ['a\nb', { word: 2, lineBreak: 1, whitespace: 1 }],
    ['a\n\n    b', { word: 2, lineBreak: 1, gap: 1, whitespace: 6 }],
    ['a;\n\tb', { word: 2, mark: 1, markBreak: 1, gap: 1, whitespace: 2 }],
    ['你好\uFF0C世界', { han: 4, wideMark: 1 }],
    ['😀', { surrogate: 2 }],
    ['9f86d081884c7d659a2feaa0', { hexadecimal: 24 }],
    ['id TWFueSBoYW5kcyBtYWtl', { word: 1, base64: 20, whitespace: 1 }],
  ])('counts %j', (text, units) => {
    expect(unitsOf(text)).toEqual(units);
  });

  it.each<[number, Counted]>([
    [133, { foreignLetter: 11 }],
    [134, { lateLetter: 7 }],
  ])('counts a long word %d spaces after an accent as one of its language, or not', (...row) => {
    const [spaces, letters] = row;
    const around = { word: 2, accented: 1, gap: 1, whitespace: spaces };
    const text = `\u00e9${' '.repeat(spaces)}internationally`;
    expect(unitsOf(text)).toEqual({ ...around, ...letters });
  });
});

const base64 = 'TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu';
const hexadecimal = '9f86d081884c7d659a2feaa0c55ad015';

function measure(text: string, start = 0) {
  const end = findRunEnd(text, start);
  return { end, kind: findScramble(text, start, end) };
}

describe('an unbroken run', () => {
  it.each([
    'a',
    'internationalization',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'getElementsByClassNameAndTagName',
    'packages/core/src/tokens/scramble',
    '1234567890123456789012345678901234567890',
    'some_long_snake_case_name_of_a_constant',
    base64.slice(0, 19),
  ])('is words: %j', (text) => {
    expect(measure(text)).toEqual({ end: text.length, kind: undefined });
  });

  it.each([
    [base64, 'base64'],
    ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'base64'],
    [hexadecimal, 'hexadecimal'],
    [hexadecimal.toUpperCase(), 'hexadecimal'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'hexadecimal'],
  ])('is data: %j', (text, kind) => {
    expect(measure(text)).toEqual({ end: text.length, kind });
  });

  it('ends where the run ends', () => {
    const text = `"${base64}" and more`;
    expect(measure(text, 1)).toEqual({ end: base64.length + 1, kind: 'base64' });
  });
});

describe('a text that is counted in parts', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(' word', 'naïve', '.\n', '\t', ' 42', '犬と猫', 'aGVsbG8gd29ybGQ/', ').', '  '),
  );

  it('has the units of the whole wherever a boundary is found', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const counter = new UnitCounter();
        let kept = '';
        for (const text of pieces) {
          kept += text;
          const end = findBoundary(kept);
          counter.add(kept, end);
          kept = kept.slice(end);
        }
        const all = counter.copy();
        all.add(kept, kept.length);
        expect(all.units).toEqual(countUnits(pieces.join('')));
      }),
    );
  });

  it('remembers in a copy that an accent was near', () => {
    const counter = new UnitCounter();
    counter.add('cr\u00e8me', 5);
    const copy = counter.copy();
    const rest = ' internationally';
    copy.add(rest, rest.length);
    expect(copy.units).toEqual(countUnits(`cr\u00e8me${rest}`));
  });

  it('does not depend on the text that was counted before', () => {
    const counter = new UnitCounter();
    fc.assert(
      fc.property(piece, (text) => {
        counter.restart();
        counter.add(text, text.length);
        expect(counter.units).toEqual(countUnits(text));
      }),
    );
  });

  it('has no boundary within a word, a number or data', () => {
    expect(findBoundary('supercalifragilistic')).toBe(0);
    expect(findBoundary('1234567890')).toBe(0);
    expect(findBoundary('4f7a-91bc-e02d-55aa-7710')).toBe(0);
    expect(findBoundary('one two')).toBe(3);
    expect(findBoundary('a ')).toBe(1);
    expect(findBoundary('one  ')).toBe(3);
  });

  it.each([
    ['greek', 'αβ'],
    ['semitic', 'אב'],
    ['indic', 'नम'],
    ['han', '你好'],
    ['kana', 'かな'],
    ['hangul', '안녕'],
    ['wideMark', '。。'],
  ])('has a boundary between characters that are counted singly: %s', (_, text) => {
    expect(findBoundary(text)).toBe(1);
  });
});

it.each(['0', '9', 'a', 'z', 'A', 'Z'])('a run of data goes on with %j', (character) => {
  expect(findRunEnd(`a${character}b`, 0)).toBe(3);
});

it.each([':', ';', '@', '[', '`', '{', '.', ','])('a run of data ends before %j', (character) => {
  expect(findRunEnd(`a${character}b`, 0)).toBe(1);
});

it('a run is data from 13 changes of character in 50', () => {
  const pieces = '1234abcd'.repeat(6);
  expect(findScramble(`${pieces}12`, 0, 50)).toBe('hexadecimal');
  expect(findScramble(`${pieces}ef`, 0, 50)).toBeUndefined();
});

it('a run of data begins with a letter or a digit, and goes on with joints', () => {
  expect([findRunEnd('-ab', 0), findRunEnd('a-b_c=d+e/f', 0)]).toEqual([0, 11]);
});
