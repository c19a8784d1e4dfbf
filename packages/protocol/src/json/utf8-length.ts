// Counts the bytes of text in UTF-8.

/** Characters encoded at a time, and the space that each may need in UTF-8. */
const stride = 16_384;
const mostBytes = 3 * stride;

const encoder = new TextEncoder();
/** What is encoded is only counted. */
const room = new Uint8Array(mostBytes);

/** The length of a text in UTF-8 bytes. Needs no more memory for a long text than for a short one. */
export function utf8Length(text: string): number {
  let bytes = 0;
  let start = 0;
  while (start < text.length) {
    const end = endOfStride(text, start);
    bytes += encoder.encodeInto(text.slice(start, end), room).written;
    start = end;
  }
  return bytes;
}

/** Never splits a surrogate pair. */
function endOfStride(text: string, start: number): number {
  const end = start + stride;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
