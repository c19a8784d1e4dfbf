// Converts citation offsets between UTF-8 bytes and characters, for replies and streams.
/** Maximum length of a text whose offsets are converted, in characters. */
const longestText = 4 * 1024 * 1024;

/**
 * Converts offsets in a text from UTF-8 bytes, which this format uses, to characters and back. The text
 * arrives in chunks; the table is built only when an offset is requested.
 */
export class TextOffsets {
  #pieces: string[] = [];
  #length = 0;
  #table: Uint32Array | undefined;

  /** The number of characters so far. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > longestText) this.#pieces = [];
    else this.#pieces.push(piece);
    this.#table = undefined;
  }

  /** The first character that starts at or after a byte; `undefined` after the end. */
  toCharacter(byte: number): number | undefined {
    const table = this.#bytes();
    if (!(byte >= 0) || byte > (table.at(-1) ?? 0)) return undefined;
    let low = 0;
    let high = table.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((table[middle] ?? 0) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The byte at which a character starts; `undefined` after the end. */
  toByte(character: number): number | undefined {
    return this.#bytes()[character];
  }

  /** The number of bytes before each character, and before the end. */
  #bytes(): Uint32Array {
    this.#table ??= countBytes(this.#length > longestText ? '' : this.#pieces.join(''));
    return this.#table;
  }
}

function countBytes(text: string): Uint32Array {
  const table = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    table[at] = bytes;
    bytes += bytesOf(text, at);
  }
  table[text.length] = bytes;
  return table;
}

/** The halves of a surrogate pair share the four bytes of their character. */
function bytesOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return isPair(text, at) || isPair(text, at - 1) ? 2 : 3;
}

function isPair(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;
}
