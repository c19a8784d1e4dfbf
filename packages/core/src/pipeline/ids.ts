/** Creates ids of exchanges, which clients see as request ids; used by every endpoint. */

/**
 * A new exchange id: `req_` and a UUID of version 7 without hyphens, so that ids sort by time.
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function createExchangeId(now: number): string {
  const at = takeRandomBytes();
  let id = `req_${hexOfTime(Math.floor(now))}`;
  id += hexOf(0x70 | (byteAt(at) & 0x0f)) + hexOf(byteAt(at + 1));
  id += hexOf(0x80 | (byteAt(at + 2) & 0x3f));
  for (let next = at + 3; next < at + randomBytes; next++) id += hexOf(byteAt(next));
  return id;
}

/** What follows the 6 bytes of the time. */
const randomBytes = 10;
/** Random bytes of the next ids: drawing many at once costs as much as drawing a few. */
const pool = new Uint8Array(256 * randomBytes);
let taken = pool.length;

/** Returns the offset of the bytes in the pool. */
function takeRandomBytes(): number {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += randomBytes;
  return taken - randomBytes;
}

/** Twelve digits. Not `toString(16)`, which divides in floating point, digit by digit, where a number has over 31 bits. */
function hexOfTime(time: number): string {
  const high = Math.floor(time / 2 ** 24);
  return hexOf24Bits(high) + hexOf24Bits(time - high * 2 ** 24);
}

function hexOf24Bits(value: number): string {
  return hexOf(value >> 16) + hexOf((value >> 8) & 0xff) + hexOf(value & 0xff);
}

function byteAt(offset: number): number {
  return pool[offset] ?? 0;
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(byte: number): string {
  return hexadecimal[byte] ?? '';
}
