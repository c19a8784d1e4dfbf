import { codecOf, guessProfile, scanObject, spliceFields, type DialectId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { limitFields } from './candidate-limit.ts';

function splice(text: string, dialect: DialectId, model = 'gpt-5'): string {
  const { outputLimit: fields } = codecOf(dialect).wire;
  const profile = guessProfile(model);
  const scan = scanObject(text);
  return spliceFields(text, scan, limitFields({ text, scan }, { tokens: 70, fields, profile }));
}

describe('the output limit is set in the field that the client used', () => {
  it.each<readonly [DialectId, string, string]>([
    ['openai-chat', '{"max_tokens": 900 ,"a":1}', '{"max_tokens": 70 ,"a":1}'],
    ['openai-chat', '{"max_completion_tokens":900}', '{"max_completion_tokens":70}'],
    ['anthropic-messages', '{"max_tokens":900}', '{"max_tokens":70}'],
    ['openai-responses', '{"max_output_tokens":null}', '{"max_output_tokens":70}'],
    [
      'gemini-generate',
      '{"generationConfig": {"maxOutputTokens":900, "topP": 1}}',
      '{"generationConfig": {"maxOutputTokens":70, "topP": 1}}',
    ],
    [
      'gemini-generate',
      '{"generation_config":{"max_output_tokens":900}}',
      '{"generation_config":{"max_output_tokens":70}}',
    ],
  ])('%s: %s', (dialect, text, limited) => {
    expect(splice(text, dialect)).toBe(limited);
  });
});

describe('otherwise it is set in the field that the model accepts', () => {
  it.each<readonly [DialectId, string, string]>([
    ['openai-chat', '{"a":1}', '{"max_completion_tokens":70,"a":1}'],
    ['openai-responses', '{}', '{"max_output_tokens":70}'],
    ['gemini-generate', '{}', '{"generationConfig":{"maxOutputTokens":70}}'],
    [
      'gemini-generate',
      '{"generationConfig":{"topP":1}}',
      '{"generationConfig":{"maxOutputTokens":70,"topP":1}}',
    ],
    ['gemini-generate', '{"generationConfig":null}', '{"generationConfig":{"maxOutputTokens":70}}'],
  ])('%s: %s', (dialect, text, limited) => {
    expect(splice(text, dialect)).toBe(limited);
  });

  it('under the older name for models that know only that', () => {
    expect(splice('{}', 'openai-chat', 'mistral-small')).toBe('{"max_tokens":70}');
  });
});
