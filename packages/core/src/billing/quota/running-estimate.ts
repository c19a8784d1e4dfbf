/** Estimates the tokens of a text that arrives in pieces; used by the answer meter. */
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import type { TokenFamily } from '../tokens/token-family.ts';

/** The minimum number of characters kept: enough that a boundary between two pieces hardly matters. */
const keptLength = 4_096;
/** How many characters are collected before the estimate is updated. */
const strideLength = 256;

/**
 * The ratio of pieces to estimated tokens within which the number of pieces is used as the number of tokens.
 * An upstream that sends each token as it is generated has counted them exactly; one that sends words or
 * lines has fewer pieces.
 */
const tokenwise = { least: 0.85, most: 1.25 };

/**
 * Estimates a text that arrives in pieces, in linear time and without keeping all of it. When the number of
 * pieces is close to the estimate, the number of pieces is used.
 */
export class RunningEstimate {
  readonly #family: TokenFamily;
  /** Tokens of the text that is no longer kept. */
  #counted = 0;
  #pieces: string[] = [];
  /** The number of kept characters. */
  #length = 0;
  #latest = 0;
  /** How many of them the latest estimate covers. */
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

  /** By the estimate alone, possibly without the last few words: cheap enough for every piece. */
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

  /** Resets the count. */
  restart(): void {
    this.#pieces = [];
    this.#counted = this.#length = this.#latest = this.#seen = this.#arrived = 0;
  }

  /** Counts the text up to its last white space for good, so that no word is split. */
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

/** The end of a text, before an incomplete surrogate pair. */
function endOfCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
