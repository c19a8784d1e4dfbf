/** How fast the requests of a key come; used by `slices.ts`. */

/** Requests count for about this long, in milliseconds. */
const memoryMs = 2_000;

/** Requests ahead are held for this long, in seconds. */
const secondsAhead = 1.5;

/** A key with fewer requests a second holds nothing ahead. */
const leastPace = 2;

const mostAhead = 1_000;

/** The pace of a key's requests, as a count that decays with time. */
export class Pace {
  #count = 0;
  #countedAt = 0;

  /** Counts a request. @param now milliseconds on a monotonic clock */
  count(now: number): void {
    this.#count = this.#count * Math.exp((this.#countedAt - now) / memoryMs) + 1;
    this.#countedAt = now;
  }

  /** For how many further requests to hold amounts, after the last one was counted. */
  get ahead(): number {
    const perSecond = (this.#count * 1_000) / memoryMs;
    return perSecond < leastPace ? 0 : Math.min(Math.ceil(perSecond * secondsAhead), mostAhead);
  }
}
