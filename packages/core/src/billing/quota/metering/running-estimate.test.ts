import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../../tokens/estimate-text.ts';
import { RunningEstimate } from './running-estimate.ts';

const family = 'openai';

describe('an estimate of a text that arrives in pieces', () => {
  it('equals that of the whole text for any pieces', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(' word', 'naïve', '\n\n', ' 42', '犬と', 'a-1B/', ').', '  ', '日'),
    );
    const pieces = fc.array(piece, { maxLength: 60 });
    fc.assert(
      fc.property(pieces, (words) => {
        const estimate = new RunningEstimate(family);
        for (const word of words) estimate.add(word);
        const whole = estimateTextTokens(words.join(''), family);
        const pieces = words.filter((word) => word !== '').length;
        const isTokenwise = pieces >= 0.85 * whole && pieces <= 1.25 * whole;
        expect(estimate.total).toBe(isTokenwise ? pieces : whole);
      }),
    );
  });

  it('is within 1 % of it when the text is too long to be kept', () => {
    const text = 'The quick brown fox – naïve, 42 years old – jumps over 犬と猫.\n'.repeat(2_000);
    const estimate = new RunningEstimate(family);
    for (let at = 0; at < text.length; at += 7) estimate.add(text.slice(at, at + 7));
    const whole = estimateTextTokens(text, family);
    expect(Math.abs(estimate.total - whole)).toBeLessThan(whole / 100);
  });

  it.each(['', 'x'])('splits no character in a text without white space after "%s"', (first) => {
    const estimate = new RunningEstimate(family);
    estimate.add(first);
    for (let count = 0; count < 20_000; count++)
      estimate.add(count % 2 === 0 ? '\ud83c' : '\udf88');
    expect(estimate.total).toBe(estimateTextTokens(first + '🎈'.repeat(10_000), family));
  });

  it('splits no long word', () => {
    const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3);
    const estimate = new RunningEstimate(family);
    for (const letter of word) estimate.add(letter);
    expect(estimate.recent).toBe(0);
    expect(estimate.total).toBe(estimateTextTokens(word, family));
  });

  it.each([
    [1_023, false],
    [1_024, true],
  ])('counts a word of %d characters without its end: %s', (length, isCounted) => {
    const estimate = new RunningEstimate(family);
    estimate.add('x'.repeat(length));
    expect(estimate.recent > 0).toBe(isCounted);
  });

  it('looks at a long word again only when there is twice as much', () => {
    const estimate = new RunningEstimate(family);
    estimate.add('x'.repeat(70));
    estimate.add(' y z ');
    estimate.add('a '.repeat(60));
    expect(estimate.recent).toBe(0);
    estimate.add('b '.repeat(5));
    expect(estimate.recent).toBeGreaterThan(60);
  });

  it('uses the number of pieces where each of them is about a token', () => {
    const estimate = new RunningEstimate(family);
    const tokens = ['Die', ' Ü', 'ber', 'gab', 'e', ' ist', ' ab', 'ges', 'chl', 'ossen', '.'];
    for (const token of tokens) estimate.add(token);
    expect(estimate.total).toBe(tokens.length);
    for (const token of tokens) estimate.add(token.repeat(9));
    expect(estimate.total).not.toBe(2 * tokens.length);
  });

  it.each([
    [16, 20],
    [17, 17],
    [25, 25],
    [26, 20],
  ])('of %d pieces that are about 20 tokens is %d', (count, total) => {
    const text = 'one two three four five six seven eight nine ten '.repeat(4).trim();
    const cut = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));
    const whole = cut.find((each) => estimateTextTokens(each, family) === 20) ?? '';
    const estimate = new RunningEstimate(family);
    const rest = whole.slice(count - 1);
    for (let at = 0; at < count - 1; at += 1) estimate.add(whole.charAt(at));
    estimate.add(rest);
    expect(estimate.total).toBe(total);
  });

  it('is exact on request, and cheap with a delay of a few words', () => {
    const estimate = new RunningEstimate(family);
    estimate.add('one two three');
    const few = estimateTextTokens('one two three', family);
    expect(estimate.recent).toBe(0);
    expect(estimate.total).toBe(few);
    expect(estimate.recent).toBe(few);
    for (let count = 0; count < 100; count++) estimate.add(' four');
    expect(estimate.recent).toBeGreaterThan(90);
    estimate.restart();
    expect(estimate.total).toBe(0);
    estimate.add('one two three');
    expect(estimate.total).toBe(few);
  });
});
