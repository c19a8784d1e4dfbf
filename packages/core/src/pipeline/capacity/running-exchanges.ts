/** The exchanges that run in this process, and the slot and bytes that each holds; used by `receive.ts`. */
import type { Interruption } from '../request/interruption.ts';

/** What an exchange holds of its process. */
export interface RunningExchange {
  readonly interruption: Interruption;
  /** Whether it has one of the slots of the admission gate. */
  hasSlot: boolean;
  /** How many bytes of its body count against the body budget. */
  bodyBytes: number;
  /** Its index in the list of all. */
  index: number;
}

/** All running exchanges. A list, because hash tables keep what was deleted until old objects are collected. */
export class RunningExchanges implements Iterable<RunningExchange> {
  readonly #all: RunningExchange[] = [];
  #onNone: (() => void) | undefined;

  begin(interruption: Interruption): RunningExchange {
    const exchange = { interruption, hasSlot: false, bodyBytes: 0, index: this.#all.length };
    this.#all.push(exchange);
    return exchange;
  }

  /** Forgets an exchange; does nothing if it has ended. */
  end(exchange: RunningExchange): void {
    const { index } = exchange;
    if (this.#all[index] !== exchange) return;
    const last = this.#all.pop();
    if (this.#all.length === 0) this.#onNone?.();
    if (last === undefined || last === exchange) return;
    this.#all[index] = last;
    last.index = index;
  }

  /** Resolves when none runs. */
  whenNone(): Promise<void> {
    if (this.#all.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onNone = resolve;
    });
  }

  /** Those that run now; others may end meanwhile. */
  [Symbol.iterator](): Iterator<RunningExchange> {
    return [...this.#all].values();
  }
}
