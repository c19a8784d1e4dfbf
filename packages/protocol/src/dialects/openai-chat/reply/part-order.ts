// Notes the parts of a reply that lose their place in a chat message, for whole replies and streams.
import type { Place } from '../../../canonical/note.ts';

/** A message has a field for each of these, which are read in this order. */
const ranks = { reasoning: 0, text: 1, refusal: 1, call: 2 } as const;

/** Watches the parts of one choice in their order. */
export class PartOrder {
  #highest = 0;

  /** To be called with each part that has content. */
  see(type: keyof typeof ranks, { path, notes }: Place): void {
    const rank = ranks[type];
    if (rank < this.#highest) {
      notes.moved(
        path,
        'A chat message has its reasoning before its text, and its calls after it.',
      );
    } else this.#highest = rank;
  }
}
