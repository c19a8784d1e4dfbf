import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob } from './glob.ts';

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

  it('agrees with a plain definition', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        expect(matchesGlob(glob, name)).toBe(fitsPlainly(glob, name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not drown in stars', () => {
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
