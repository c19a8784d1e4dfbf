import { describe, expect, it } from 'vitest';
import { geminiEmbeddings } from './embeddings.ts';

const { decodeRequest, encodeRequest, decodeVectors, encodeVectors } = geminiEmbeddings;
const content = (text: string) => ({ parts: [{ text }] });

describe('embeddings of Gemini', () => {
  it.each([
    [{ content: { parts: [{ inlineData: {} }] } }, 'content'],
    [{ content: { parts: [] } }, 'content'],
    [{}, 'content'],
    [{ requests: [] }, 'requests'],
    [{ requests: [{ content: content('a') }, { content: {} }] }, 'requests[1].content'],
    [
      { requests: [{ content: content('a'), outputDimensionality: 2 }, { content: content('b') }] },
      'requests',
    ],
    [{ content: content('a'), outputDimensionality: 0 }, 'outputDimensionality'],
    [{ content: content('a'), output_dimensionality: 'x' }, 'output_dimensionality'],
  ])('of %j cannot be translated', (body, param) => {
    expect(() => decodeRequest(body)).toThrow(expect.objectContaining({ param }));
  });

  it('are decoded, with notes on what only this format has', () => {
    const request = { content: { parts: [{ text: 'a' }, { text: 'b' }] }, taskType: 'X' };
    const body = { requests: [{ ...request, output_dimensionality: 2, title: null }] };
    expect(decodeRequest(body)).toEqual({
      value: { texts: ['ab'], dimensions: 2 },
      notes: [
        {
          ...{ path: 'requests[0].taskType', action: 'dropped' },
          reason: 'Only the Gemini format has this field of embeddings.',
        },
      ],
    });
    expect(decodeRequest({ content: 'a' }).value).toEqual({ texts: ['a'] });
  });

  it('are requested as a batch', () => {
    expect(encodeRequest({ texts: ['a'] }, 'models/m')).toEqual({
      action: 'batchEmbedContents',
      body: { requests: [{ model: 'models/m', content: content('a') }] },
    });
  });

  it.each([[null], [{}], [{ embedding: {} }], [{ embeddings: [{ values: [1] }, {}] }]])(
    'are not in %j',
    (body) => {
      expect(decodeVectors(body)).toBeUndefined();
    },
  );

  it('are decoded and encoded in both forms', () => {
    expect(decodeVectors({ embedding: { values: [1] } })).toEqual({ vectors: [[1]] });
    const reply = { vectors: [[1], [2]], tokens: 3 };
    const embeddings = [{ values: [1] }, { values: [2] }];
    const batch = { embeddings, usageMetadata: { promptTokenCount: 3 } };
    expect(decodeVectors(batch)).toEqual(reply);
    expect(encodeVectors(reply, 'm', { requests: [] })).toEqual(batch);
    expect(encodeVectors({ vectors: [[1]] }, 'm', {})).toEqual({ embedding: { values: [1] } });
  });
});
