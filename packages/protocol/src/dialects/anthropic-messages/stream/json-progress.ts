// Whether JSON that comes in pieces is complete, for the writers of calls.
const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Follows JSON text that comes in pieces and knows when its object is whole. It looks at each
 * character once, because parsing the text again at each piece would take time in its square.
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

  /** True as long as nothing but white space came. */
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
