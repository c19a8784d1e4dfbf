import { describe, expect, it } from 'vitest';
import { fitsRule, type ModelRule } from './catalogue.ts';

describe('fitsRule', () => {
  it.each<[ModelRule, string, boolean]>([
    [{}, 'gpt-5', false],
    [{ is: ['gpt-5'] }, 'gpt-5', true],
    [{ is: ['gpt-5'] }, 'gpt-5-mini', false],
    [{ begins: ['gpt-5'] }, 'gpt-5-mini', true],
    [{ begins: ['gpt-5'] }, 'my-gpt-5', false],
    [{ ends: ['-tts'] }, 'gemini-tts', true],
    [{ ends: ['-tts'] }, 'gemini-tts-2', false],
    [{ holds: ['sonnet'] }, 'claude-sonnet-4', true],
    [{ holds: ['sonnet'] }, 'claude-opus-4', false],
    [{ fits: ['^o[134]$'] }, 'o3', true],
    [{ fits: ['^o[134]$'] }, 'o2', false],
    [{ is: ['a'], ends: ['z'] }, 'z', true],
    [{ all: [{ begins: ['a'] }, { ends: ['z'] }] }, 'az', true],
    [{ all: [{ begins: ['a'] }, { ends: ['z'] }] }, 'ab', false],
  ])('%j for %s: %s', (rule, name, fits) => {
    expect(fitsRule(rule, name)).toBe(fits);
  });
});
