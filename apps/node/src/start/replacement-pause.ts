/** Chooses when a worker that has ended is replaced; used by `workers.ts`. */

/** Milliseconds. */
const shortestPause = 1_000;
const longestPause = 30_000;
/** A worker that has served for this many milliseconds did not fail at its start. */
const steadyMs = 5_000;

/** Replaces at once what has served for a while; pauses longer and longer while workers fail soon after their start. */
export class ReplacementPause {
  #nextMs = shortestPause;

  /**
   * Milliseconds until the next one starts.
   * @param servedMs how long the one that has ended listened
   */
  take(servedMs: number): number {
    if (servedMs >= steadyMs) {
      this.#nextMs = shortestPause;
      return 0;
    }
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(2 * pauseMs, longestPause);
    return pauseMs;
  }
}
