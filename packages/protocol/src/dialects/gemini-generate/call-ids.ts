import { createCallIds, type CallIds } from '../../history/ids.ts';

/** Longest piece of an answer's id that goes into the ids made for it, in characters. */
const longestSeed = 32;

/**
 * Hands out the call ids of one choice. Choices are alternatives, so each has ids of its own and the
 * order in which they stream does not matter.
 * @param seed characters that tell this answer from others; only letters and digits count
 */
export function createChoiceIds(seed: string, choice: number): CallIds {
  const tail = choice === 0 ? '' : `c${choice}`;
  const plain = seed.replace(/[^A-Za-z0-9]/g, '').slice(-longestSeed);
  return plain === '' ? new EmptyIds() : createCallIds(plain + tail);
}

/**
 * Leaves ids empty that cannot be made: without a seed, two answers of one conversation would get
 * the same ones. Whoever writes the answer for a caller has a seed and fills them in.
 */
class EmptyIds implements CallIds {
  readonly #taken = new Set<string>();

  claim(id: string): string {
    if (id === '' || this.#taken.has(id)) return '';
    this.#taken.add(id);
    return id;
  }
}
