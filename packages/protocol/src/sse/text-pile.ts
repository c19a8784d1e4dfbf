// Collects text that comes in pieces up to a limit, for the parsers.
const mostPieces = 1024;

/** Text that comes in pieces and is joined when it is whole: adding is cheap, however small a piece. */
export class TextPile {
  /** Joined pieces, so that a text that drips in byte by byte does not hold an entry per byte. */
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

  /** Gives the whole text and starts anew. */
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
