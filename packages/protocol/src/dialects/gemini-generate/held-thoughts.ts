import type { Opaque } from '../../canonical/opaque.ts';
import { encodeClientSignature, encodeSealedThoughts, type SealedThought } from './reasoning.ts';

/** Thinking of other makers, until a part goes out whose signature can take it along. */
export class HeldThoughts {
  #thoughts: SealedThought[] = [];

  hold(thought: SealedThought): void {
    this.#thoughts.push(thought);
  }

  /**
   * The signature of the next part, with everything that is held.
   * @param own the state of the part itself
   */
  seal(own?: Opaque): string | undefined {
    const thoughts = this.#thoughts;
    this.#thoughts = [];
    if (thoughts.length > 0) return encodeSealedThoughts(thoughts, own);
    return own === undefined ? undefined : encodeClientSignature(own);
  }
}
