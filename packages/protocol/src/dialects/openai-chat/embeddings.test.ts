import { describe, expect, it } from 'vitest';
import { writeBase64Vectors, openaiEmbeddings } from './embeddings.ts';

/** As official clients decode a vector. */
function decode(text: string): number[] {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return [...new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))];
}

describe('vectors as base64', () => {
  it.each([[[]], [['AACAvw==']], [[null, 1]], [[{ embedding: 'AACAvw==' }]], [[{ index: 0 }]]])(
    'leaves %j as it is, which has no list of numbers',
    (data) => {
      expect(writeBase64Vectors(data)).toBeUndefined();
    },
  );

  it('leaves a list with something else than numbers as it is', () => {
    expect(writeBase64Vectors([{ embedding: [1, 'x'] }])).toBeUndefined();
  });

  it('writes numbers in single precision and keeps all other fields', () => {
    const [entry] =
      writeBase64Vectors([{ object: 'embedding', index: 3, embedding: [-1, 0.5, 0.1] }]) ?? [];
    expect(entry).toMatchObject({ object: 'embedding', index: 3 });
    const { embedding } = entry as { embedding: string };
    expect(decode(embedding)).toEqual([-1, 0.5, Math.fround(0.1)]);
  });

  it('writes a vector of thousands of numbers, and an empty one', () => {
    const long = Array.from({ length: 3_072 }, (_, index) => index / 8);
    const coded = writeBase64Vectors([{ embedding: long }, { embedding: [] }]) as {
      embedding: string;
    }[];
    expect(coded.map(({ embedding }) => decode(embedding))).toEqual([long, []]);
  });
});

describe('embeddings of OpenAI', () => {
  const { decodeRequest, encodeRequest, decodeVectors, encodeVectors } = openaiEmbeddings;

  it.each([
    [{ input: [1, 2] }, 'input'],
    [{ input: ['a', [1]] }, 'input'],
    [{ input: 'a', dimensions: 1.5 }, 'dimensions'],
  ])('of %j cannot be translated', (body, param) => {
    expect(() => decodeRequest(body)).toThrow(expect.objectContaining({ param }));
  });

  it('are decoded, with notes on what only this format has', () => {
    const body = { model: 'm', input: 'a', dimensions: null, encoding_format: 'float', user: 'u' };
    expect(decodeRequest(body)).toEqual({
      value: { texts: ['a'] },
      notes: [
        {
          ...{ path: 'user', action: 'dropped' },
          reason: 'Only the OpenAI format has this field of embeddings.',
        },
      ],
    });
  });

  it('are requested', () => {
    const body = { model: 'm', input: ['a'], dimensions: 2 };
    expect(encodeRequest({ texts: ['a'], dimensions: 2 }, 'm')).toEqual({ body });
  });

  it.each([[null], [{}], [{ data: [{}] }], [{ data: [{ embedding: 'AAAA' }] }]])(
    'are not in %j',
    (body) => {
      expect(decodeVectors(body)).toBeUndefined();
    },
  );

  it.each([
    [
      [1, 0],
      [2, 1],
    ],
    [
      [0, 0],
      [1, 2],
    ],
    [
      ['a', null],
      [1, 2],
    ],
  ])('with the indexes %j are in the order of the texts', ([first, second], order) => {
    const data = [
      { index: first, embedding: [1] },
      { index: second, embedding: [2] },
    ];
    expect(decodeVectors({ data })?.vectors).toEqual(order.map((number) => [number]));
  });

  it('are decoded as they are encoded', () => {
    const reply = { vectors: [[1], [2]], tokens: 3 };
    expect(decodeVectors(encodeVectors(reply, 'm', {}))).toEqual(reply);
  });
});
