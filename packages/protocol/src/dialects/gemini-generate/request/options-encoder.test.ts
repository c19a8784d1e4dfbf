import { describe, expect, it } from 'vitest';
import { encodeGreeting, gemini25, gemini3 } from '../testing/requests.ts';

describe('options', () => {
  it('are encoded to their fields', () => {
    const { body, notes } = encodeGreeting({
      sampling: {
        temperature: 0.7,
        topP: 0.9,
        topK: 40,
        seed: 42,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        logprobs: true,
        topLogprobs: 3,
      },
      candidates: 2,
      maxOutputTokens: 1000,
      stopSequences: ['\n\n', '', 'END'],
      serviceTier: 'flex',
      user: 'u_1',
    });
    expect(body).toMatchObject({
      generationConfig: {
        temperature: 0.7,
        topP: 0.9,
        topK: 40,
        seed: 42,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        responseLogprobs: true,
        logprobs: 3,
        candidateCount: 2,
        maxOutputTokens: 1000,
        stopSequences: ['\n\n', 'END'],
      },
      serviceTier: 'flex',
      labels: { safety_identifier: 'u_1' },
    });
    expect(notes).toEqual([]);
    expect(body).not.toHaveProperty('model');
    expect(body).not.toHaveProperty('stream');
  });

  it('omit penalties of 0, which several models reject', () => {
    const { body, notes } = encodeGreeting({
      sampling: { temperature: 0, presencePenalty: 0, frequencyPenalty: 0 },
    });
    expect(body).toMatchObject({ generationConfig: { temperature: 0 } });
    expect(JSON.stringify(body)).not.toContain('Penalty');
    expect(notes).toEqual([]);
  });

  it('omit what is not requested', () => {
    expect(Object.keys(encodeGreeting({ serviceTier: 'auto', store: false }).body)).toEqual([
      'contents',
    ]);
  });

  it('that this format does not have are noted', () => {
    const { body, notes } = encodeGreeting({
      sampling: { logitBias: { '1': 1 }, seed: 2 ** 40 + 5, topLogprobs: 3 },
      stopSequences: ['1', '2', '3', '4', '5', '6'],
      parallelToolCalls: false,
      verbosity: 'low',
      cacheKey: 'k',
      metadata: { a: 'b' },
      store: true,
      serviceTier: 'scale',
      user: '{"device":"Ü"}',
      extras: {
        'openai-chat': { prediction: {} },
        'gemini-generate': { cachedContent: 'c/1' },
      },
    });
    expect(body).toMatchObject({
      cachedContent: 'c/1',
      generationConfig: { seed: 5, stopSequences: ['1', '2', '3', '4', '5'] },
      labels: { safety_identifier: expect.stringMatching(/^[a-z0-9_-]{1,63}$/) as string },
    });
    expect(notes).toEqual([
      'dropped prediction',
      'dropped parallelToolCalls',
      'dropped stopSequences',
      'dropped sampling.logitBias',
      'approximated sampling.seed',
      'dropped verbosity',
      'dropped cacheKey',
      'dropped metadata',
      'dropped store',
      'dropped serviceTier',
      'approximated user',
    ]);
  });

  it('of this format are restored inside objects', () => {
    const { body } = encodeGreeting({
      sampling: { temperature: 1 },
      user: 'u',
      extras: {
        'gemini-generate': {
          generationConfig: { responseModalities: ['IMAGE'] },
          labels: { team: 'a' },
        },
      },
    });
    expect(body).toMatchObject({
      generationConfig: { temperature: 1, responseModalities: ['IMAGE'] },
      labels: { safety_identifier: 'u', team: 'a' },
    });
  });

  it('of sampling are dropped where the model fixes them', () => {
    const profile = { ...gemini25.profile, sampling: false };
    const { body, notes } = encodeGreeting({ sampling: { topK: 4 } }, { ...gemini25, profile });
    expect(body).not.toHaveProperty('generationConfig');
    expect(notes).toEqual(['dropped sampling']);
  });

  it('reject a reference to a response that was not resolved', () => {
    expect(() => encodeGreeting({ previousResponseId: 'resp_1' })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
});

describe('the output format', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };

  it('is a JSON schema in one field only', () => {
    const { body } = encodeGreeting({
      outputFormat: { type: 'schema', schema, name: 'x', description: 'A fruit.', strict: true },
    });
    expect(body['generationConfig']).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: { ...schema, description: 'A fruit.' },
    });
  });

  it('is reduced to the subset for older models', () => {
    const old = { ...gemini25, profile: { ...gemini25.profile, gemini: undefined } };
    const { body } = encodeGreeting({ outputFormat: { type: 'schema', schema } }, old);
    expect(body['generationConfig']).toEqual({
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    });
  });

  it('is dropped beside tools where the model accepts only one of them', () => {
    const fields = {
      outputFormat: { type: 'json' },
      tools: [{ kind: 'function', name: 'f' }],
    } as const;
    expect(encodeGreeting(fields).notes).toEqual(['dropped outputFormat']);
    expect(encodeGreeting(fields, gemini3).body).toMatchObject({
      generationConfig: { responseMimeType: 'application/json' },
    });
  });
});
