// Checks canonical events against their invariants; exported by the entry `testing`.
import { Violations } from './violations.ts';
import type { CanonicalEvent } from './reply.ts';

/**
 * Checks a whole event stream against the invariants of `CanonicalEvent`.
 * @returns one sentence per violation; empty if there is none
 */
export function checkEvents(events: Iterable<CanonicalEvent>): string[] {
  const lint = new EventLint();
  for (const event of events) lint.check(event);
  return lint.close();
}

class EventLint {
  readonly #violations = new Violations();
  /** The choice of each open part. */
  readonly #open = new Map<number, number>();
  /** The choice of every part so far, because a citation may follow a part that is closed. */
  readonly #owners = new Map<number, number>();
  readonly #withParts = new Set<number>();
  readonly #finished = new Set<number>();
  #highestIndex = -1;
  #state: 'fresh' | 'started' | 'ended' | 'failed' = 'fresh';

  check(event: CanonicalEvent): void {
    this.#checkOrder(event);
    switch (event.type) {
      case 'reply-start':
        this.#state = 'started';
        return;
      case 'part-start':
        this.#openPart(event.index, event.choice);
        return;
      case 'part-citation':
        this.#checkCitation(event.index);
        return;
      case 'part-delta':
      case 'part-state':
        this.#touchPart(event.type, event.index);
        return;
      case 'part-end':
        this.#touchPart(event.type, event.index);
        this.#open.delete(event.index);
        return;
      case 'logprobs':
        this.#checkLogprobs(event.choice);
        return;
      case 'finish':
        this.#finishChoice(event.choice);
        return;
      case 'reply-end':
        this.#state = 'ended';
        return;
      case 'failure':
        this.#state = 'failed';
        return;
      case 'usage':
      case 'extras':
        return;
    }
  }

  close(): string[] {
    if (this.#state === 'fresh') this.#violations.report('The stream is empty.');
    if (this.#state === 'started') this.#violations.report('The stream has no end.');
    if (this.#state === 'ended') this.#checkComplete();
    return this.#violations.list;
  }

  #checkOrder({ type }: CanonicalEvent): void {
    if (this.#state === 'ended' || this.#state === 'failed') {
      this.#violations.report(`${type} stands after the end.`);
    } else if (this.#state === 'fresh' && type !== 'reply-start' && type !== 'failure') {
      this.#violations.report(`${type} stands before reply-start.`);
    } else if (this.#state === 'started' && type === 'reply-start') {
      this.#violations.report('reply-start stands in the stream twice.');
    }
  }

  #openPart(index: number, choice: number): void {
    if (index <= this.#highestIndex) {
      this.#violations.report(`Part ${index} opens after part ${this.#highestIndex}.`);
    }
    if (this.#finished.has(choice)) {
      this.#violations.report(`Part ${index} opens after choice ${choice} finished.`);
    }
    this.#highestIndex = Math.max(this.#highestIndex, index);
    this.#withParts.add(choice);
    this.#open.set(index, choice);
    this.#owners.set(index, choice);
  }

  #checkCitation(index: number): void {
    const choice = this.#owners.get(index);
    if (choice === undefined || this.#finished.has(choice)) {
      this.#violations.report(`part-citation names part ${index}, which can take none.`);
    }
  }

  #checkLogprobs(choice: number): void {
    if (!this.#finished.has(choice)) return;
    this.#violations.report(`logprobs stand after choice ${choice} finished.`);
  }

  #touchPart(type: CanonicalEvent['type'], index: number): void {
    if (!this.#open.has(index)) {
      this.#violations.report(`${type} names part ${index}, which is not open.`);
    }
  }

  #finishChoice(choice: number): void {
    if (this.#finished.has(choice)) this.#violations.report(`Choice ${choice} finishes twice.`);
    for (const [index, owner] of this.#open) {
      if (owner === choice) {
        this.#violations.report(`Part ${index} is open when choice ${choice} finishes.`);
      }
    }
    this.#finished.add(choice);
  }

  #checkComplete(): void {
    for (const index of this.#open.keys())
      this.#violations.report(`Part ${index} is never closed.`);
    for (const choice of this.#withParts) {
      if (!this.#finished.has(choice)) {
        this.#violations.report(`Choice ${choice} has parts and no finish.`);
      }
    }
  }
}
