import { describe, expect, it } from 'vitest';
import { parseGeminiPath } from './gemini.ts';

describe('parseGeminiPath', () => {
  it.each([
    '',
    ':generateContent',
    'gemini',
    'gemini:',
    'gemini:generate-content',
    'gemini:generateContent/x',
    'gemini:generateContent%0d%0a',
    '%ff:generateContent',
  ])('refuses %j', (rest) => {
    expect(parseGeminiPath(rest)).toBeUndefined();
  });

  it.each([
    ['gemini-3:generateContent', 'gemini-3', 'generateContent'],
    ['fp/gemini-3:countTokens', 'fp/gemini-3', 'countTokens'],
    ['models/fp/x:generateContent', 'fp/x', 'generateContent'],
    ['models%2Ffp%2Fx:generateContent', 'fp/x', 'generateContent'],
    ['fp%2Fx:generateContent', 'fp/x', 'generateContent'],
    ['llama3:8b:streamGenerateContent', 'llama3:8b', 'streamGenerateContent'],
    // Decoded only once, so the rest is a name that does not exist.
    ['..%252f..%252fadmin:generateContent', '..%2f..%2fadmin', 'generateContent'],
  ])('reads %j', (rest, model, action) => {
    expect(parseGeminiPath(rest)).toEqual({ model, action });
  });
});
