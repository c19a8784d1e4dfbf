// Decodes and collects the text of a stream that arrives in chunks, for the parsers.

const byteOrderMark = '\ufeff';

/** One for all streams: each step decodes whole characters, which leaves nothing behind. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes the UTF-8 of one stream, wherever it is split, and removes a byte-order mark at the very start. The
 * platform's decoder could do that too, but some remove the same character in the middle of a stream that is
 * split badly, and a decoder for each stream takes more memory and, on Node, twice as long.
 */
export class StreamTextDecoder {
  /** The first bytes of a character. */
  #begun: Uint8Array | undefined;
  #atStart = true;

  decode(chunk: Uint8Array): string {
    const bytes = this.#begun === undefined ? chunk : joinBytes(this.#begun, chunk);
    const end = endOfCharacters(bytes);
    const isWhole = end === bytes.length;
    this.#begun = isWhole ? undefined : new Uint8Array(bytes.subarray(end));
    const text = utf8.decode(isWhole ? bytes : bytes.subarray(0, end));
    if (!this.#atStart || text === '') return text;
    this.#atStart = false;
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }

  /** Returns what remains of a truncated character. */
  end(): string {
    return utf8.decode(this.#begun);
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** The first bytes of characters of two, three and four bytes; all others are one byte or the rest of one. */
const leads = { two: 0xc0, three: 0xe0, four: 0xf0 };

/** Where a character begins whose end is missing; the length of the bytes if there is none. */
function endOfCharacters(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let size = 1; size <= 3 && size <= length; size += 1) {
    const byte = bytes[length - size] ?? 0;
    if (byte < 0x80) return length;
    if (byte < leads.two) continue;
    const whole = byte >= leads.four ? 4 : byte >= leads.three ? 3 : 2;
    return whole > size ? length - size : length;
  }
  return length;
}

const mostPieces = 1024;

/** Text that arrives in chunks and is joined when complete. Appending is cheap, however small a chunk is. */
export class TextPile {
  /** Joined chunks, so that text that arrives byte by byte does not take one entry per byte. */
  #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  /** In characters. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length === mostPieces) this.#closeBlock();
  }

  /** Returns the whole text and resets the pile. */
  take(): string {
    this.#closeBlock();
    const text = this.#blocks.join('');
    this.#blocks = [];
    this.#length = 0;
    return text;
  }

  #closeBlock(): void {
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}
