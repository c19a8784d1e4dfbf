import { describe, expect, it } from 'vitest';
import { estimateErrorPercent, familyOf } from './token-family.ts';

describe('familyOf', () => {
  it.each([
    ['', 'other'],
    ['fast', 'other'],
    ['llama-3.3-70b-instruct', 'other'],
    ['qwen3-coder', 'other'],
    ['deepseek-v3.2', 'other'],
    ['proto1-mini', 'other'],
    ['gpt-3.5-turbo', 'other'],
    ['gpt-35-turbo', 'other'],
    ['gpt-4', 'other'],
    ['gpt-4-turbo', 'other'],
    ['gpt-4-0613', 'other'],
    ['gpt-4o-mini', 'openai'],
    ['gpt-4.1-nano', 'openai'],
    ['gpt-5.4', 'openai'],
    ['gpt-oss-120b', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
    ['o3', 'openai'],
    ['openai/o4-mini', 'openai'],
    ['codex-mini-latest', 'openai'],
    ['gemini-3.8-flash', 'gemini'],
    ['publishers/google/models/gemini-2.5-pro', 'gemini'],
    ['gemma-3-27b-it', 'gemini'],
    ['claude-2.1', 'older-claude'],
    ['claude-instant-1.2', 'older-claude'],
    ['anthropic.claude-v2:1', 'older-claude'],
    ['claude-3-haiku-20240307', 'older-claude'],
    ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'older-claude'],
    ['claude-opus-4-20250514', 'older-claude'],
    ['claude-sonnet-4@20250514', 'older-claude'],
    ['claude-sonnet-4', 'older-claude'],
    ['anthropic/claude-sonnet-4.6', 'older-claude'],
    ['claude-haiku-4-5-20251001', 'older-claude'],
    ['Claude-Opus-4-6', 'older-claude'],
    ['claude-opus-4-7', 'claude'],
    ['claude-opus-4-7-20260416', 'claude'],
    ['anthropic/claude-opus-4.8', 'claude'],
    ['claude-sonnet-5', 'claude'],
    ['claude-sonnet-5-5', 'claude'],
    ['claude-fable-5', 'claude'],
    ['claude-haiku-5', 'claude'],
    ['claude', 'claude'],
  ])('puts %j into %s', (model, family) => {
    expect(familyOf(model)).toBe(family);
  });

  it('is the same however often it is asked, and after many other names', () => {
    const names = Array.from({ length: 2_500 }, (_, number) => `claude-opus-4-8-${number}`);
    for (const name of names) expect(familyOf(name)).toBe('claude');
    for (const name of names) expect(familyOf(name)).toBe('claude');
    const long = `${'x'.repeat(1_000)}/gemini-3`;
    expect([familyOf(long), familyOf(long)]).toEqual(['gemini', 'gemini']);
  });
});

it('an estimate is within the error that is promised for its family', () => {
  expect(estimateErrorPercent).toEqual({
    ...{ openai: 20, claude: 35, 'older-claude': 25, gemini: 30, other: 35 },
  });
});
