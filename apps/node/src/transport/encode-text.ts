/** Encodes the body of a call; used by the undici transport. */

const encoder = new TextEncoder();

/** Bytes beyond one for each character, for the few of most texts that take more. */
const spareBytes = 16;

/**
 * Encodes text as UTF-8, without first counting its bytes, which takes nearly as long as writing them. Where characters
 * take more bytes than expected, the rest is written with room for three bytes each.
 */
export function encodeText(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length + (text.length >> 5) + spareBytes);
  const { read, written } = encoder.encodeInto(text, bytes);
  const begun = bytes.subarray(0, written);
  return read === text.length ? begun : Buffer.concat([begun, encodeRest(text.slice(read))]);
}

function encodeRest(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(3 * text.length);
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}
