/** Text as UTF-8; bytes as they are. */
export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
}

/** All pieces as one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces);
}

/**
 * Cuts bytes into pieces of one size; the last may be shorter.
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

/** Rewrites bytes as if each were a character, so that bytes that are no UTF-8 survive. */
export function rewriteBytes(bytes: Uint8Array, rewrite: (text: string) => string): Uint8Array {
  return Buffer.from(rewrite(Buffer.from(bytes).toString('latin1')), 'latin1');
}
