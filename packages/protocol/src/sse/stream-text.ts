// Decodes and collects the text of a stream that arrives in chunks, for the parsers.

const byteOrderMark = '\ufeff';

/** Decodes the bytes of one stream into text, wherever they are split. */
export interface StreamTextDecoder {
  decode(chunk: Uint8Array): string;
  /** Returns what remains of a truncated character. */
  end(): string;
}

/**
 * Decodes UTF-8 and removes a byte-order mark at the very start. The platform's decoder could do that too,
 * but some remove the same character in the middle of a stream that is split badly.
 */
export function createStreamTextDecoder(): StreamTextDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let atStart = true;
  return {
    decode(chunk) {
      const text = decoder.decode(chunk, { stream: true });
      if (!atStart || text === '') return text;
      atStart = false;
      return text.startsWith(byteOrderMark) ? text.slice(1) : text;
    },
    end: () => decoder.decode(),
  };
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
