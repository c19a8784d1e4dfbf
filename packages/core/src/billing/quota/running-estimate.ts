/** Estimates the tokens of a text that arrives in pieces. */
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import type { TokenFamily } from '../tokens/token-family.ts';

/** How many characters are kept at least: enough that a border between two pieces counts little. */
const keptLength = 4_096;
/** How many characters come together before a look at the total is worth its time. */
const strideLength = 256;

/**
 * Between which parts of the estimate the number of pieces is taken for the number of tokens. An
 * upstream that sends each token as it is made has counted them for us, and its count is better than
 * any estimate; one that sends words or lines has fewer pieces than this.
 */
const tokenwise = { least: 0.85, most: 1.25 };

/**
 * Estimates a text that comes in pieces: linear in its length, and never keeping all of it. Pieces
 * that are about as many as the tokens of the text are its tokens.
 */
export class RunningEstimate {
  readonly #family: TokenFamily;
  /** Tokens of the text that is no longer kept. */
  #counted = 0;
  #pieces: string[] = [];
  /** Characters that are kept. */
  #length = 0;
  #latest = 0;
  /** How many of them the latest estimate took in. */
  #seen = 0;
  #arrived = 0;

  constructor(family: TokenFamily) {
    this.#family = family;
  }

  /** Tokens so far. */
  get total(): number {
    if (this.#length !== this.#seen) this.#estimate();
    const share = this.#arrived / this.#latest;
    const isTokenwise = share >= tokenwise.least && share <= tokenwise.most;
    return isTokenwise ? this.#arrived : this.#latest;
  }

  /** By the estimate alone, and perhaps without the last few words: cheap enough for every piece. */
  get recent(): number {
    if (this.#length - this.#seen >= strideLength) this.#estimate();
    return this.#latest;
  }

  add(words: string): void {
    if (words === '') return;
    this.#arrived += 1;
    this.#pieces.push(words);
    this.#length += words.length;
    if (this.#length >= 2 * keptLength) this.#shorten();
  }

  /** Forgets everything. */
  restart(): void {
    this.#pieces = [];
    this.#counted = this.#length = this.#latest = this.#seen = this.#arrived = 0;
  }

  /** Counts the text up to its last white space for good, so that no word is cut in two. */
  #shorten(): void {
    const text = this.#pieces.join('');
    const space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
    const end = space >= keptLength ? space : endOfCharacters(text);
    this.#counted += estimateTextTokens(text.slice(0, end), this.#family);
    this.#pieces = [text.slice(end)];
    this.#length = text.length - end;
    this.#estimate();
  }

  #estimate(): void {
    const text = this.#pieces.join('');
    this.#pieces = [text];
    this.#latest = this.#counted + estimateTextTokens(text, this.#family);
    this.#seen = this.#length;
  }
}

/** The end of a text, before half a character that stands there. */
function endOfCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
