/** Creates ids of exchanges, which clients see as request ids; used by every endpoint. */

/**
 * A new exchange id: `req_` and a UUID of version 7 without hyphens, so that ids sort by time.
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function createExchangeId(now: number): string {
  const bytes = takeRandomBytes();
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (40 - 8 * index));
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return 'req_' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const idBytes = 16;
/** Random bytes of the next ids: drawing many at once costs as much as drawing a few. */
const pool = new Uint8Array(256 * idBytes);
let taken = pool.length;

function takeRandomBytes(): Uint8Array {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += idBytes;
  return pool.slice(taken - idBytes, taken);
}
