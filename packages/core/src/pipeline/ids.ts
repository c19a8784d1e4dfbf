/** Creates ids of exchanges, which clients see as request ids; used by every endpoint. */

/**
 * A new exchange id: `req_` and a UUID of version 7 without hyphens, so that ids sort by time.
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function createExchangeId(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (40 - 8 * index));
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return 'req_' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
