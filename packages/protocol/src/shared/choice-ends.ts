// Tracks which choices of a stream have ended, for observers and lints of dialects that stream several in
// parallel.

/** Tracks the choices (or candidates) of one stream by their index. */
export class ChoiceEnds {
  readonly #seen = new Set<number>();
  readonly #finished = new Set<number>();

  see(index: number): void {
    this.#seen.add(index);
  }

  finish(index: number): void {
    this.#finished.add(index);
  }

  isFinished(index: number): boolean {
    return this.#finished.has(index);
  }

  get hasAny(): boolean {
    return this.#seen.size > 0;
  }

  /** True once there is at least one choice and all choices have ended. */
  get isComplete(): boolean {
    return this.#seen.size > 0 && this.#finished.size === this.#seen.size;
  }

  get unfinished(): readonly number[] {
    return [...this.#seen].filter((index) => !this.#finished.has(index));
  }
}
