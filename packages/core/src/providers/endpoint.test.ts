import { describe, expect, it } from 'vitest';
import { anthropic } from './anthropic.ts';
import { authorizationHeaders, dialectHeaders, endpointUrl, modelsUrl } from './endpoint.ts';
import { openai } from './openai.ts';

describe('endpointUrl', () => {
  it.each([
    ['openai-chat', 'https://a.example/v1', 'https://a.example/v1/chat/completions'],
    ['openai-chat', 'https://a.example', 'https://a.example/chat/completions'],
    ['openai-chat', 'https://a.example/v1//', 'https://a.example/v1/chat/completions'],
    ['openai-chat', 'https://a.example/v1?v=2', 'https://a.example/v1/chat/completions?v=2'],
    ['anthropic-messages', 'https://a.example', 'https://a.example/v1/messages'],
    ['anthropic-messages', 'https://a.example/v1', 'https://a.example/v1/messages'],
    ['anthropic-messages', 'https://a.example/v1/', 'https://a.example/v1/messages'],
    [
      'anthropic-messages',
      'https://a.example/anthropic',
      'https://a.example/anthropic/v1/messages',
    ],
    ['anthropic-messages', 'https://a.example/v10', 'https://a.example/v10/v1/messages'],
  ] as const)('%s at %s', (dialect, base, url) => {
    expect(endpointUrl(dialect, base)).toBe(url);
  });
});

describe('modelsUrl', () => {
  it('stands beside the endpoint', () => {
    expect(modelsUrl('openai-chat', 'https://a.example/v1')).toBe('https://a.example/v1/models');
    expect(modelsUrl('anthropic-messages', 'https://a.example/v1')).toBe(
      'https://a.example/v1/models',
    );
    expect(modelsUrl('anthropic-messages', 'https://a.example')).toBe(
      'https://a.example/v1/models',
    );
  });
});

describe('authorizationHeaders', () => {
  it('sends nothing without a credential', () => {
    expect(authorizationHeaders('openai-chat', openai, undefined)).toEqual({});
  });

  it('follows the dialect unless the provider says otherwise', () => {
    const bearer = { authorization: 'Bearer secret' };
    const key = { 'x-api-key': 'secret' };
    expect(authorizationHeaders('openai-chat', openai, 'secret')).toEqual(bearer);
    expect(authorizationHeaders('anthropic-messages', anthropic, 'secret')).toEqual(key);
    const other = { ...anthropic, authorization: 'bearer' } as const;
    expect(authorizationHeaders('anthropic-messages', other, 'secret')).toEqual(bearer);
  });
});

describe('dialectHeaders', () => {
  it('gives the version that messages servers demand, and nothing to chat servers', () => {
    expect(dialectHeaders('anthropic-messages')).toEqual({ 'anthropic-version': '2023-06-01' });
    expect(dialectHeaders('openai-chat')).toEqual({});
  });
});
