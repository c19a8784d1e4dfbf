// The list of violations that the checks of streams return: of canonical events, and of each dialect's frames.

/** The violations that a check has found so far. */
export class Violations {
  readonly #sentences: string[] = [];
  readonly #prefix: string;

  /** @param prefix stands before each sentence, such as the name of what is checked and a space */
  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  get list(): string[] {
    return [...this.#sentences];
  }

  report(sentence: string): void {
    this.#sentences.push(this.#prefix + sentence);
  }

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.report(sentence);
  }
}
