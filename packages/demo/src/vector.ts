/** Makes vectors out of texts, for the model that embeds. */
/** How many numbers a vector has unless the caller says otherwise. */
export const usualDimensions = 16;

/**
 * A vector of length one that depends on nothing but the words of a text, so that texts which share
 * words lie near each other.
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

/** The numbers as little-endian 32-bit floats in base64, the form that OpenAI's clients ask for. */
export function encodeVector(vector: readonly number[]): string {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of vector.entries()) view.setFloat32(index * 4, number, true);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
