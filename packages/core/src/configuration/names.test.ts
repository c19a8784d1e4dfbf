import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearestNames, matchesGlob } from './names.ts';

describe('matchesGlob', () => {
  it.each([
    ['gpt-5', 'gpt-5-mini'],
    ['gpt-*', 'openai/gpt-5'],
    ['*-mini', 'gpt-5-mini-2'],
    ['a*a', 'a'],
    ['ab*ba', 'aba'],
    ['a*b*c', 'acb'],
    ['', 'a'],
    ['g.t', 'gpt'],
  ])('%j does not fit %j', (pattern, name) => {
    expect(matchesGlob(pattern, name)).toBe(false);
  });

  it.each([
    ['*', ''],
    ['*', 'anything/at all'],
    ['gpt-*', 'gpt-5'],
    ['*/llama-*', 'groq/llama-4'],
    ['a**b', 'ab'],
    ['a*b*c', 'aXbbYc'],
    ['', ''],
  ])('%j fits %j', (pattern, name) => {
    expect(matchesGlob(pattern, name)).toBe(true);
  });

  it('equals a simple definition', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        expect(matchesGlob(glob, name)).toBe(fitsPlainly(glob, name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is fast for many stars', () => {
    expect(matchesGlob('a*'.repeat(5_000) + 'b', 'a'.repeat(50_000))).toBe(false);
  });
});

function fitsPlainly(pattern: string, name: string): boolean {
  const [first] = pattern;
  if (first === undefined) return name === '';
  const rest = pattern.slice(1);
  if (first !== '*') return name.startsWith(first) && fitsPlainly(rest, name.slice(1));
  return fitsPlainly(rest, name) || (name !== '' && fitsPlainly(pattern, name.slice(1)));
}

describe('findNearestNames', () => {
  it('suggests nothing for names that are dissimilar, empty or too long', () => {
    expect(findNearestNames('zzzzzz', ['openai', 'groq'], 5)).toEqual([]);
    expect(findNearestNames('', ['openai'], 5)).toEqual([]);
    expect(findNearestNames('o'.repeat(10_000), ['openai', 'o'.repeat(10_000)], 5)).toEqual([]);
  });

  it('lists the nearest first and then those that contain the name', () => {
    const names = ['openai/gpt-5', 'gpt-6', 'gpt-5', 'gpt-5-mini'];
    expect(findNearestNames('gpt-5', names, 5)).toEqual([
      'gpt-5',
      'gpt-6',
      'gpt-5-mini',
      'openai/gpt-5',
    ]);
    expect(findNearestNames('gropq', ['grok', 'groq'], 1)).toEqual(['groq']);
    expect(findNearestNames('OPENAI', ['openai'], 1)).toEqual(['openai']);
  });

  it('keeps to the limit', () => {
    expect(findNearestNames('model', ['model1', 'model2', 'model3'], 2)).toEqual([
      'model1',
      'model2',
    ]);
  });

  it('always finds a name with one character changed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 40 }), fc.nat(), (name, at) => {
        const index = at % name.length;
        const changed = `${name.slice(0, index)}~${name.slice(index + 1)}`;
        expect(findNearestNames(changed, [name], 1)).toEqual([name]);
      }),
    );
  });
});
