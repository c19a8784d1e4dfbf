/** Creates vectors from texts, for the embeddings model. */
/** Default length of a vector. */
export const usualDimensions = 16;

/**
 * Returns a vector of length one that depends only on the words of a text; texts with common words have
 * similar vectors.
 * @param dimensions how many numbers it has, at least 1
 */
export function embedText(text: string, dimensions = usualDimensions): number[] {
  const counts = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = hash(word) % dimensions;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const length = Math.hypot(...counts);
  return counts.map((count) => count / length);
}

/** FNV-1a in 32 bits, over UTF-16 units instead of bytes; never negative. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Encodes the numbers as little-endian 32-bit floats in base64, as OpenAI's clients request. */
export function encodeVector(vector: readonly number[]): string {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of vector.entries()) view.setFloat32(index * 4, number, true);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
