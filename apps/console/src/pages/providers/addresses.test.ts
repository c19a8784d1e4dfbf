import { describe, expect, it } from 'vitest';
import { exampleOf, joinAddresses, splitAddress, usesOwnAddresses } from './addresses.ts';
import type { Provider } from './upstream-facts.ts';

const azure: Provider = {
  object: 'provider',
  id: 'azure',
  name: 'Azure',
  base_urls: {},
  dialect: 'openai-chat',
  base_url_dialects: ['openai-chat', 'openai-responses'],
  base_url_examples: {
    'openai-chat': 'https://my.example/openai/v1',
    'openai-responses': 'https://my.example/openai/v1',
    'anthropic-messages': 'https://my.example/anthropic',
    'gemini-generate': 'https://host.example',
  },
  lists_models: false,
  variables: [],
  base_url_variables: [],
  credential: 'required',
  local: false,
  in_use: false,
};
const openai: Provider = { ...azure, base_urls: { 'openai-chat': 'https://api.example/v1' } };

describe('the base URL of an upstream', () => {
  it('looks like that of the provider, or like one of an account there, in the format that is used', () => {
    expect(exampleOf(openai, undefined)).toBe('https://api.example/v1');
    expect(exampleOf(azure, undefined)).toBe('https://my.example/openai/v1');
    expect(exampleOf(azure, 'anthropic-messages')).toBe('https://my.example/anthropic');
    expect(exampleOf(undefined, undefined)).toBe('');
  });

  it('replaces those of the provider', () => {
    expect(usesOwnAddresses(openai, undefined)).toBe(true);
    expect(usesOwnAddresses(openai, 'https://rack.example/v1')).toBe(false);
    expect(usesOwnAddresses(azure, undefined)).toBe(false);
  });

  it('becomes one for each format and one again, and what was typed is kept', () => {
    const each = splitAddress('https://a.example', ['openai-chat', 'openai-responses']);
    expect(each).toEqual({
      'openai-chat': 'https://a.example',
      'openai-responses': 'https://a.example',
    });
    expect(splitAddress(each, [])).toBe(each);
    expect(splitAddress(undefined, ['openai-chat'])).toEqual({});
    expect(joinAddresses(each, ['gemini-generate', 'openai-responses'])).toBe('https://a.example');
    expect(joinAddresses(each, ['gemini-generate'])).toBe('');
    expect(joinAddresses('https://a.example', [])).toBe('https://a.example');
  });
});
