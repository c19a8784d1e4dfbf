import { describe, expect, it } from 'vitest';
import { findPlace } from './endpoint.ts';

const gemini = 'gemini-generate';
const key = { 'x-goog-api-key': 'k' };
const version = { 'anthropic-version': '2023-06-01' };

describe('findPlace', () => {
  it.each([
    ['/v1beta/models/m:unheardOf', { endpoint: 'models', dialect: gemini, model: 'm:unheardOf' }],
    ['/v1/models/ft:base:us::id', { endpoint: 'models', model: 'ft:base:us::id' }],
    ['/v1/models/:generateContent', { endpoint: 'models', model: ':generateContent' }],
    ['/v1/models/', { endpoint: 'other' }],
    ['/v1/modelsx', { endpoint: 'other' }],
    ['/v1/responses/resp_1', { endpoint: 'other' }],
    ['/v1beta/nothing', { endpoint: 'other', dialect: gemini }],
  ])('does not take %s for more than it is', (path, place) => {
    const usual = { dialect: 'openai-chat', model: undefined, stream: undefined };
    expect(findPlace(path, {})).toEqual({ ...usual, ...place });
  });

  it.each([
    ['/v1/chat/completions', 'chat-completions', 'openai-chat'],
    ['/v1beta/openai/chat/completions', 'chat-completions', 'openai-chat'],
    ['/models/chat/completions', 'chat-completions', 'openai-chat'],
    ['/v1/embeddings', 'embeddings', 'openai-chat'],
    ['/v1/messages', 'messages', 'anthropic-messages'],
    ['/v1/messages/count_tokens', 'count-tokens', 'anthropic-messages'],
    ['/base/v1/responses', 'responses', 'openai-responses'],
    ['/v1/responses/input_tokens', 'count-tokens', 'openai-responses'],
  ])('leaves model and stream of %s to the body', (path, endpoint, dialect) => {
    const place = { endpoint, dialect, model: undefined, stream: undefined };
    expect(findPlace(path, {})).toEqual(place);
  });

  it.each(['/v1', '/v1beta', '/any/v1beta', '/v1/projects/p/publishers/google'])(
    'reads models and actions below %s',
    (prefix) => {
      const find = (rest: string) => findPlace(`${prefix}/models/${rest}`, {});
      const place = { dialect: gemini, model: 'm', stream: false };
      expect(find('m:generateContent')).toEqual({ ...place, endpoint: 'generate-content' });
      expect(find('m:streamGenerateContent')).toEqual({
        ...place,
        endpoint: 'generate-content',
        stream: true,
      });
      expect(find('m:countTokens')).toEqual({ ...place, endpoint: 'count-tokens' });
      expect(find('m:embedContent')).toEqual({ ...place, endpoint: 'embed-content' });
      expect(find('m:batchEmbedContents')).toEqual({ ...place, endpoint: 'batch-embed-contents' });
    },
  );

  it.each([
    ['fp/m', 'fp/m'],
    ['fp%2Fm', 'fp/m'],
    ['llama:8b', 'llama:8b'],
    ['%zz', '%zz'],
  ])('reads %s as the model %s', (written, model) => {
    expect(findPlace(`/v1/models/${written}`, {}).model).toBe(model);
    expect(findPlace(`/v1/models/${written}:countTokens`, {}).model).toBe(model);
  });

  it.each([
    ['/v1/models', {}, 'openai-chat'],
    ['/v1/models', version, 'anthropic-messages'],
    ['/v1/models', key, gemini],
    ['/v1/models', { 'x-goog-api-client': 'c' }, gemini],
    ['/v1/models', { ...version, ...key }, 'anthropic-messages'],
    ['/v1beta/models', version, gemini],
    ['/v1beta/openai/models', {}, 'openai-chat'],
  ])('lists %s for who asks with %j', (path, headers, dialect) => {
    expect(findPlace(path, headers)).toMatchObject({ endpoint: 'models', dialect });
  });
});
