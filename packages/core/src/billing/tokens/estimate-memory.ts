/** Remembers the estimates of texts, because clients send the whole conversation again with every turn. */

/** Shorter texts, in characters, are estimated as fast as they are found. */
const shortest = 64;
/** Longer ones would take the place of too many others. */
const longest = 64 * 1024;
/** Characters of a generation; two of them are kept. */
const mostCharacters = 1024 * 1024;

/**
 * A cache of two generations: when the younger one is full, it becomes the older one, whose texts are forgotten unless
 * they are used again.
 */
export class EstimateMemory {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #characters = 0;
  readonly #estimate: (text: string) => number;

  /** @param estimate always gives the same number for a text */
  constructor(estimate: (text: string) => number) {
    this.#estimate = estimate;
  }

  /** The estimate of a text. */
  estimate(text: string): number {
    if (text.length < shortest || text.length > longest) return this.#estimate(text);
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const estimate = this.#old.get(text) ?? this.#estimate(text);
    this.#remember(text, estimate);
    return estimate;
  }

  #remember(text: string, estimate: number): void {
    if (this.#characters + text.length > mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(text, estimate);
    this.#characters += text.length;
  }
}
