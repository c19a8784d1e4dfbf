/** Characters at a time, and room for each of them in UTF-8. */
const stride = 16_384;
const mostBytes = 3 * stride;

/** How many bytes a text has in UTF-8. Needs no more memory for a long text than for a short one. */
export function utf8Length(text: string): number {
  const encoder = new TextEncoder();
  const room = new Uint8Array(Math.min(mostBytes, 3 * text.length));
  let bytes = 0;
  let start = 0;
  while (start < text.length) {
    const end = endOfStride(text, start);
    bytes += encoder.encodeInto(text.slice(start, end), room).written;
    start = end;
  }
  return bytes;
}

/** Never between the two halves of a character. */
function endOfStride(text: string, start: number): number {
  const end = start + stride;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
