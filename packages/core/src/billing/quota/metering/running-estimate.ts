/** Estimates the tokens of texts that arrive in pieces, and what of them no report covers; used by the reply meter. */
import { weighUnits } from '../../tokens/estimate-text.ts';
import { findBoundary, UnitCounter } from '../../tokens/text-units.ts';
import type { TokenFamily } from '../../tokens/token-family.ts';

/** How many characters are collected before they are counted. */
const strideLength = 64;
/** How many characters are kept at most, where no boundary between words is found. */
const mostKept = 1_024;

/**
 * The ratio of pieces to estimated tokens within which the number of pieces is used as the number of tokens.
 * An upstream that sends each token as it is generated has counted them exactly; one that sends words or
 * lines has fewer pieces.
 */
const tokenwise = { least: 0.85, most: 1.25 };

/**
 * Estimates a text that arrives in pieces. Each character is counted about once, because what ends at a
 * boundary between words is counted for good. When the number of pieces is close to the estimate, the number
 * of pieces is used.
 */
export class RunningEstimate {
  readonly #family: TokenFamily;
  /** Created for the first text that is long enough. */
  #counter: UnitCounter | undefined;
  /** What is not counted for good yet. */
  #kept = '';
  /** From which length on it is. */
  #due = strideLength;
  #latest = 0;
  /** Whether the latest estimate covers the whole text. */
  #isExact = true;
  #arrived = 0;

  constructor(family: TokenFamily) {
    this.#family = family;
  }

  get isEmpty(): boolean {
    return this.#arrived === 0;
  }

  /** Tokens so far. */
  get total(): number {
    if (!this.#isExact) this.#estimateAll();
    const share = this.#arrived / this.#latest;
    const isTokenwise = share >= tokenwise.least && share <= tokenwise.most;
    return isTokenwise ? this.#arrived : this.#latest;
  }

  /** By the estimate alone, possibly without the last few words: cheap enough for every piece. */
  get recent(): number {
    return this.#latest;
  }

  add(words: string): void {
    if (words === '') return;
    this.#arrived += 1;
    this.#kept += words;
    this.#isExact = false;
    if (this.#kept.length >= this.#due) this.#count();
  }

  /** Resets the count. */
  restart(): void {
    this.#counter = undefined;
    this.#kept = '';
    this.#due = strideLength;
    this.#latest = this.#arrived = 0;
    this.#isExact = true;
  }

  /** Counts the text up to its last boundary for good. */
  #count(): void {
    const text = this.#kept;
    const boundary = findBoundary(text);
    const end = boundary === 0 && text.length >= mostKept ? text.length : boundary;
    this.#counter ??= new UnitCounter();
    this.#counter.add(text, end);
    this.#kept = text.slice(end);
    this.#due = 2 * this.#kept.length + strideLength;
    this.#latest = Math.max(this.#latest, weighUnits(this.#counter.units, this.#family));
  }

  #estimateAll(): void {
    const all = this.#counter?.copy() ?? new UnitCounter();
    all.add(this.#kept, this.#kept.length);
    this.#latest = weighUnits(all.units, this.#family);
    this.#isExact = true;
  }
}

/** The text of one kind, as far as it has arrived. */
export class ReceivedText {
  readonly all: RunningEstimate;
  readonly #family: TokenFamily;
  #fresh: RunningEstimate | undefined;

  constructor(family: TokenFamily) {
    this.#family = family;
    this.all = new RunningEstimate(family);
  }

  /** What arrived since the last report: everything, unless text came before a report. */
  get fresh(): RunningEstimate {
    return this.#fresh ?? this.all;
  }

  add(text: string): void {
    this.all.add(text);
    this.#fresh?.add(text);
  }

  /** A report covers what has arrived. */
  cover(): void {
    if (this.#fresh !== undefined) this.#fresh.restart();
    else if (!this.all.isEmpty) this.#fresh = new RunningEstimate(this.#family);
  }
}
