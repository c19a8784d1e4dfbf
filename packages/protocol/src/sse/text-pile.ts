// Collects text that arrives in chunks, up to a limit, for the parsers.
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
