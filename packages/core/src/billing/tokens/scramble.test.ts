import { describe, expect, it } from 'vitest';
import { measureScramble } from './scramble.ts';

const base64 = 'TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu';
const hexadecimal = '9f86d081884c7d659a2feaa0c55ad015';

describe('measureScramble', () => {
  it.each([
    'a',
    'internationalization',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'getElementsByClassNameAndTagName',
    'packages/core/src/tokens/scramble',
    '1234567890123456789012345678901234567890',
    'some_long_snake_case_name_of_a_constant',
    base64.slice(0, 19),
  ])('takes %j for words', (text) => {
    expect(measureScramble(text, 0)).toEqual({ end: text.length, kind: undefined });
  });

  it.each([
    [base64, 'base64'],
    ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'base64'],
    [hexadecimal, 'hexadecimal'],
    [hexadecimal.toUpperCase(), 'hexadecimal'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'hexadecimal'],
  ])('takes %j for data', (text, kind) => {
    expect(measureScramble(text, 0)).toEqual({ end: text.length, kind });
  });

  it('ends where the run ends', () => {
    const text = `"${base64}" and more`;
    expect(measureScramble(text, 1)).toEqual({ end: base64.length + 1, kind: 'base64' });
  });
});
