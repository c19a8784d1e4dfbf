/** Remembers the estimates of texts, because clients send the whole conversation again with every turn. */

/** Shorter texts, in characters, are estimated as fast as they are found. */
const shortest = 64;
/** Longer ones would take the place of too many others. */
const longest = 64 * 1024;
/** Characters of a generation; two of them are kept. */
const mostCharacters = 1024 * 1024;

interface Estimated {
  readonly text: string;
  readonly estimate: number;
}

/** Of texts with the same digest, the last one is kept. */
type Generation = Map<number, Estimated>;

/**
 * A cache of two generations: when the younger one is full, it becomes the older one, whose texts are forgotten unless
 * they are used again.
 */
export class EstimateMemory {
  #young: Generation = new Map();
  #old: Generation = new Map();
  #characters = 0;
  readonly #estimate: (text: string) => number;

  /** @param estimate always gives the same number for a text */
  constructor(estimate: (text: string) => number) {
    this.#estimate = estimate;
  }

  /** The estimate of a text. */
  estimate(text: string): number {
    if (text.length < shortest || text.length > longest) return this.#estimate(text);
    const digest = digestOf(text);
    const young = this.#young.get(digest);
    if (young?.text === text) return young.estimate;
    const old = this.#old.get(digest);
    const known = old?.text === text ? old : { text, estimate: this.#estimate(text) };
    this.#remember(digest, known);
    return known.estimate;
  }

  #remember(digest: number, known: Estimated): void {
    const { length } = known.text;
    if (this.#characters + length > mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(digest, known);
    this.#characters += length;
  }
}

/** How many code units of a text are in its digest: at its beginning, at equal distances, and at its end. */
const ends = 16;
const samples = 32;

/**
 * A number that texts rarely have in common: from their length and some of their code units. A map by text would hash
 * every character of each new string, which takes ten times as long as comparing it with the text that is kept.
 */
function digestOf(text: string): number {
  const { length } = text;
  const step = Math.floor(length / samples);
  let digest = length;
  for (let at = 0; at < ends; at += 1) digest = mix(digest, text.charCodeAt(at));
  for (let at = 1; at < samples; at += 1) digest = mix(digest, text.charCodeAt(at * step));
  for (let at = length - ends; at < length; at += 1) digest = mix(digest, text.charCodeAt(at));
  return digest;
}

function mix(digest: number, code: number): number {
  return (Math.imul(digest, 31) + code) | 0;
}
