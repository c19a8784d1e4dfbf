import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedText, encodeVector, usualDimensions } from './vector.ts';

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, number, index) => sum + number * (other[index] ?? 0), 0);
}

describe('embedText', () => {
  it('returns a vector of length one for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 64 }), (text, size) => {
        const vector = embedText(text, size);
        expect(vector).toHaveLength(size);
        expect(product(vector, vector)).toBeCloseTo(1, 9);
        expect(embedText(text, size)).toEqual(vector);
      }),
    );
    expect(embedText('')).toHaveLength(usualDimensions);
  });

  it('returns nearer vectors for texts that share words', () => {
    const cats = embedText('The cat sleeps on the mat.');
    const near = product(cats, embedText('On the mat the CAT sleeps'));
    const far = product(cats, embedText('Quarterly revenue grew by nine percent'));
    expect(near).toBeCloseTo(1, 9);
    expect(far).toBeLessThan(0.9);
  });
});

describe('encodeVector', () => {
  it('writes little-endian 32-bit floats', () => {
    expect(encodeVector([1, -2])).toBe(btoa('\x00\x00\x80\x3f\x00\x00\x00\xc0'));
    expect(encodeVector([])).toBe('');
  });

  it('is read back by a client', () => {
    const vector = embedText('a few words', 1_024);
    const bytes = Uint8Array.from(atob(encodeVector(vector)), (sign) => sign.charCodeAt(0));
    expect([...new Float32Array(bytes.buffer)]).toEqual(vector.map(Math.fround));
  });
});
