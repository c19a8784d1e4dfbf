import { describe, expect, it } from 'vitest';
import { encodeVectors } from './embeddings.ts';

/** As official clients decode a vector. */
function decode(text: string): number[] {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return [...new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))];
}

describe('vectors as base64', () => {
  it.each([[[]], [['AACAvw==']], [[null, 1]], [[{ embedding: 'AACAvw==' }]], [[{ index: 0 }]]])(
    'leaves %j as it is, which has no list of numbers',
    (data) => {
      expect(encodeVectors(data)).toBeUndefined();
    },
  );

  it('leaves a list with something else than numbers as it is', () => {
    expect(encodeVectors([{ embedding: [1, 'x'] }])).toBeUndefined();
  });

  it('writes numbers in single precision and keeps all other fields', () => {
    const [entry] =
      encodeVectors([{ object: 'embedding', index: 3, embedding: [-1, 0.5, 0.1] }]) ?? [];
    expect(entry).toMatchObject({ object: 'embedding', index: 3 });
    const { embedding } = entry as { embedding: string };
    expect(decode(embedding)).toEqual([-1, 0.5, Math.fround(0.1)]);
  });

  it('writes a vector of thousands of numbers, and an empty one', () => {
    const long = Array.from({ length: 3_072 }, (_, index) => index / 8);
    const coded = encodeVectors([{ embedding: long }, { embedding: [] }]) as {
      embedding: string;
    }[];
    expect(coded.map(({ embedding }) => decode(embedding))).toEqual([long, []]);
  });
});
