// A hash of texts, for the substitutes of names and ids.
/** FNV-1a, 32 bits: stable on every runtime; not for secrets. An integer from 0 to 2^32 - 1. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
