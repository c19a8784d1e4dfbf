import { describe, expect, it } from 'vitest';
import { anthropic } from './anthropic.ts';
import {
  authorizationHeaders,
  countTokensUrl,
  dialectHeaders,
  embedUrl,
  endpointUrl,
  modelsUrl,
} from './endpoint.ts';
import { openai } from './openai.ts';

const asked = { model: 'm', stream: false };

describe('endpointUrl', () => {
  it.each([
    ['openai-chat', 'https://a.example/v1', 'https://a.example/v1/chat/completions'],
    ['openai-chat', 'https://a.example', 'https://a.example/chat/completions'],
    ['openai-chat', 'https://a.example/v1//', 'https://a.example/v1/chat/completions'],
    ['openai-chat', 'https://a.example/v1?v=2', 'https://a.example/v1/chat/completions?v=2'],
    ['openai-chat', 'https://a.example/v1?', 'https://a.example/v1/chat/completions'],
    ['anthropic-messages', 'https://a.example', 'https://a.example/v1/messages'],
    ['anthropic-messages', 'https://a.example/v1', 'https://a.example/v1/messages'],
    ['anthropic-messages', 'https://a.example/v1/', 'https://a.example/v1/messages'],
    [
      'anthropic-messages',
      'https://a.example/anthropic',
      'https://a.example/anthropic/v1/messages',
    ],
    ['anthropic-messages', 'https://a.example/v10', 'https://a.example/v10/v1/messages'],
    ['anthropic-messages', 'http://v1', 'http://v1/v1/messages'],
    ['anthropic-messages', 'http://v1/v1', 'http://v1/v1/messages'],
    ['openai-responses', 'https://a.example/v1/', 'https://a.example/v1/responses'],
    ['openai-responses', 'https://a.example/v1?v=2', 'https://a.example/v1/responses?v=2'],
    ['gemini-generate', 'https://a.example', 'https://a.example/v1beta/models/m:generateContent'],
    [
      'gemini-generate',
      'https://a.example/v1beta/',
      'https://a.example/v1beta/models/m:generateContent',
    ],
    ['gemini-generate', 'https://a.example/v1', 'https://a.example/v1/models/m:generateContent'],
    [
      'gemini-generate',
      'https://a.example/v1alpha',
      'https://a.example/v1alpha/models/m:generateContent',
    ],
    [
      'gemini-generate',
      'https://a.example/v1/publishers/google',
      'https://a.example/v1/publishers/google/models/m:generateContent',
    ],
    [
      'gemini-generate',
      'https://a.example/publishers/google-2/',
      'https://a.example/publishers/google-2/v1beta/models/m:generateContent',
    ],
    [
      'gemini-generate',
      'https://a.example/gemini?v=2',
      'https://a.example/gemini/v1beta/models/m:generateContent?v=2',
    ],
  ] as const)('%s at %s', (dialect, base, url) => {
    expect(endpointUrl(dialect, base, asked)).toBe(url);
  });

  it('joins the queries of a native stream', () => {
    const stream = { model: 'm', stream: true };
    const path = 'models/m:streamGenerateContent';
    const urlOf = (base: string) => endpointUrl('gemini-generate', base, stream);
    expect(urlOf('https://a.example')).toBe(`https://a.example/v1beta/${path}?alt=sse`);
    expect(urlOf('https://a.example?v=2')).toBe(`https://a.example/v1beta/${path}?v=2&alt=sse`);
  });

  it.each([
    ['models/m', 'm'],
    ['work/gemini-x', 'work/gemini-x'],
    ['a b?c#d%2F', 'a%20b%3Fc%23d%252F'],
    ['a:free', 'a%3Afree'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['a/../../x', 'a%2F..%2F..%2Fx'],
    ['./x', '.%2Fx'],
    ['..', '..'],
    ['//x', '//x'],
  ])('writes the name %s so that it stays one', (model, written) => {
    const url = endpointUrl('gemini-generate', 'https://a.example', { model, stream: false });
    expect(url).toBe(`https://a.example/v1beta/models/${written}:generateContent`);
    expect(new URL(url).href).toBe(url);
  });
});

describe('countTokensUrl', () => {
  it.each([
    ['anthropic-messages', 'https://a.example/v1/messages/count_tokens'],
    ['gemini-generate', 'https://a.example/v1/models/a%20b:countTokens'],
    ['openai-responses', 'https://a.example/v1/responses/input_tokens'],
  ] as const)('has an address in %s', (dialect, url) => {
    expect(countTokensUrl(dialect, 'https://a.example/v1', 'a b')).toBe(url);
  });
});

describe('embedUrl', () => {
  it('refuses a dialect without embeddings', () => {
    const asked = () => embedUrl('anthropic-messages', 'https://a.example', { model: 'm' });
    expect(asked).toThrow('no such endpoint');
  });

  it('is next to the endpoint', () => {
    expect(embedUrl('openai-chat', 'https://a.example/v1?v=2', { model: 'm' })).toBe(
      'https://a.example/v1/embeddings?v=2',
    );
    const asked = { model: 'm', action: 'batchEmbedContents' };
    expect(embedUrl('gemini-generate', 'https://a.example', asked)).toBe(
      'https://a.example/v1beta/models/m:batchEmbedContents',
    );
  });
});

describe('modelsUrl', () => {
  it.each([
    ['openai-chat', 'https://a.example/v1', 'https://a.example/v1/models?limit=1000'],
    ['openai-responses', 'https://a.example/v1', 'https://a.example/v1/models?limit=1000'],
    ['anthropic-messages', 'https://a.example/v1', 'https://a.example/v1/models?limit=1000'],
    ['anthropic-messages', 'https://a.example?v=2', 'https://a.example/v1/models?v=2&limit=1000'],
    ['gemini-generate', 'https://a.example', 'https://a.example/v1beta/models?pageSize=1000'],
    ['gemini-generate', 'https://a.example/v1', 'https://a.example/v1/models?pageSize=1000'],
  ] as const)('stands beside the endpoint of %s at %s', (dialect, base, url) => {
    expect(modelsUrl(dialect, base)).toBe(url);
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
    expect(authorizationHeaders('openai-responses', openai, 'secret')).toEqual(bearer);
    expect(authorizationHeaders('gemini-generate', openai, 'secret')).toEqual({
      'x-goog-api-key': 'secret',
    });
    const other = { ...anthropic, authorization: 'bearer' } as const;
    expect(authorizationHeaders('anthropic-messages', other, 'secret')).toEqual(bearer);
  });

  it('sends the credential bare in a header of the provider’s own, for every dialect', () => {
    const other = { ...openai, authorization: 'x-vendor-key' } as const;
    for (const dialect of ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const) {
      expect(authorizationHeaders(dialect, other, 'secret')).toEqual({ 'x-vendor-key': 'secret' });
    }
  });
});

describe('dialectHeaders', () => {
  it('has the version that Messages servers require, and nothing for others', () => {
    expect(dialectHeaders('anthropic-messages')).toEqual({ 'anthropic-version': '2023-06-01' });
    for (const dialect of ['openai-chat', 'gemini-generate', 'openai-responses'] as const) {
      expect(dialectHeaders(dialect)).toEqual({});
    }
  });
});
