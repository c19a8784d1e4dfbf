// Call ids of one choice of an answer; readers and writers of whole replies and streams use them.
import { createCallIds, type CallIds } from '../history/ids.ts';

/** Longest piece of an answer's id that goes into the ids made for it, in characters. */
const longestSeed = 32;

/**
 * Hands out the call ids of one choice. Choices are alternatives, so each has ids of its own and the
 * order in which they stream does not matter.
 * @param seed characters that distinguish this answer from others; only letters and digits count
 * @param choice position of the choice in the answer, from 0
 */
export function createChoiceIds(seed: string, choice: number): CallIds {
  return createCallIds(plainSeed(seed) + tailOf(choice));
}

/**
 * The same for answers that may come without an id: without a seed no id is made, and whoever writes the
 * answer for a caller fills them in.
 */
export function createOptionalChoiceIds(seed: string, choice: number): CallIds {
  return plainSeed(seed) === '' ? new EmptyIds() : createChoiceIds(seed, choice);
}

function plainSeed(seed: string): string {
  return seed.replace(/[^A-Za-z0-9]/g, '').slice(-longestSeed);
}

function tailOf(choice: number): string {
  return choice === 0 ? '' : `c${choice}`;
}

/** Leaves ids empty that cannot be made: two answers of one conversation would get the same ones. */
class EmptyIds implements CallIds {
  readonly #taken = new Set<string>();

  claim(id: string): string {
    if (id === '' || this.#taken.has(id)) return '';
    this.#taken.add(id);
    return id;
  }
}
