/** CRC-32 (IEEE 802.3) of ASCII text: finds typing errors in a key before the store is asked. */
export function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    remainder ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
