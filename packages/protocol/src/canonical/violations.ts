// The list of violations that stream lints return: of canonical events, and of each dialect's frames.

/** The violations that a lint has found so far. */
export class Violations {
  readonly #sentences: string[] = [];
  readonly #prefix: string;

  /** @param prefix precedes each sentence, such as the name of the checked stream and a space */
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
