/** The text of one kind in a reply, and what of it no report of the upstream covers; used by `reply-meter.ts`. */
import type { TokenFamily } from '../../tokens/token-family.ts';
import { RunningEstimate } from './running-estimate.ts';

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
