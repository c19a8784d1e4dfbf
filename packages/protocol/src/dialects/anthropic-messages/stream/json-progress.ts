// Detects whether JSON that arrives in chunks is complete, for the call writers.
const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Scans JSON text that arrives in chunks and detects the end of its object. Each character is scanned once,
 * because parsing the text again at each chunk would take quadratic time.
 */
export class JsonProgress {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #complete = false;
  #blank = true;

  /** True once the outermost object or list is closed. */
  get complete(): boolean {
    return this.#complete;
  }

  /** True as long as only white space has arrived. */
  get blank(): boolean {
    return this.#blank;
  }

  push(piece: string): void {
    if (this.#blank) this.#blank = piece.trim() === '';
    for (let at = 0; at < piece.length && !this.#complete; at++) this.#step(piece.charCodeAt(at));
  }

  #step(code: number): void {
    if (this.#inString) this.#stepInString(code);
    else if (code === quote) this.#inString = true;
    else if (code === openBrace || code === openBracket) this.#depth++;
    else if (code === closeBrace || code === closeBracket) {
      this.#depth--;
      this.#complete = this.#depth <= 0;
    }
  }

  #stepInString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) this.#inString = false;
  }
}
