// Tool call ids for one choice of a reply, for the readers and writers of whole replies and streams.
import { createCallIds, type CallIds } from '../history/ids.ts';

/** Maximum length of the part of a reply id that is used in generated ids, in characters. */
const longestSeed = 32;

/**
 * Creates the tool call ids of one choice. Choices are alternatives, so each has its own ids, and the order
 * in which they stream does not matter.
 * @param seed characters that distinguish this reply from others; only letters and digits count
 * @param choice index of the choice in the reply, from 0
 */
export function createChoiceIds(seed: string, choice: number): CallIds {
  return createCallIds(plainSeed(seed) + tailOf(choice));
}

/**
 * Like `createChoiceIds`, for replies that may have no id: without a seed no ids are generated, and the
 * encoder for the client fills them in.
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

/**
 * Leaves ids empty if they cannot be generated; otherwise two replies of one conversation would get the same
 * ones.
 */
class EmptyIds implements CallIds {
  readonly #taken = new Set<string>();

  claim(id: string): string {
    if (id === '' || this.#taken.has(id)) return '';
    this.#taken.add(id);
    return id;
  }
}
