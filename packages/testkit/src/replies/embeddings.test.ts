import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import { embeddingsReply, geminiBatchEmbedReply, geminiEmbedReply } from './embeddings.ts';

function parse(answer: Answer): unknown {
  return JSON.parse(Buffer.from(readContent(answer)).toString());
}

describe('embeddings', () => {
  it('lists vectors that differ, as the chat family does', () => {
    expect(parse(embeddingsReply({ model: 'm', count: 2, dimensions: 3, tokens: 7 }))).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [-1, -0.875, -0.75] },
        { object: 'embedding', index: 1, embedding: [-0.875, -0.75, -0.625] },
      ],
      model: 'm',
      usage: { prompt_tokens: 7, total_tokens: 7 },
    });
  });

  it('writes the same numbers as base64', () => {
    const coded = parse(embeddingsReply({ dimensions: 3, base64: true }));
    const { data } = coded as { data: readonly { embedding: string }[] };
    const bytes = Buffer.from(data[0]?.embedding ?? '', 'base64');
    expect([0, 4, 8].map((at) => bytes.readFloatLE(at))).toEqual([-1, -0.875, -0.75]);
    expect(bytes).toHaveLength(12);
  });

  it('returns one or several vectors, as the generate format does', () => {
    expect(parse(geminiEmbedReply({ dimensions: 2, count: 5 }))).toEqual({
      embedding: { values: [-1, -0.875] },
      usageMetadata: { promptTokenCount: 12 },
    });
    expect(parse(geminiBatchEmbedReply({ dimensions: 1, count: 2, tokens: null }))).toEqual({
      embeddings: [{ values: [-1] }, { values: [-0.875] }],
    });
  });

  it('reports no usage', () => {
    expect(parse(embeddingsReply({ tokens: null }))).not.toHaveProperty('usage');
  });
});
