/** Functions on byte arrays. */

/** Encodes text as UTF-8; returns bytes unchanged. */
export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
}

/** Joins the pieces. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces);
}

/**
 * Splits bytes into pieces of one size; the last may be shorter.
 * @param size whole number of at least 1
 * @throws RangeError when the size is less than 1
 */
export function cutBytes(bytes: Uint8Array, size: number): Uint8Array[] {
  if (!Number.isInteger(size) || size < 1) throw new RangeError('A piece has at least one byte.');
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    pieces.push(bytes.subarray(start, start + size));
  }
  return pieces;
}

/** Rewrites bytes with one character per byte, so that bytes that are not UTF-8 are preserved. */
export function rewriteBytes(bytes: Uint8Array, rewrite: (text: string) => string): Uint8Array {
  return Buffer.from(rewrite(Buffer.from(bytes).toString('latin1')), 'latin1');
}
