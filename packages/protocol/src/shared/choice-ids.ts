import { createCallIds } from '../history/ids.ts';
import type { CallIds } from '../history/ids.ts';

/**
 * Hands out the call ids of one choice. Choices are alternatives, so each has ids of its own and the
 * order in which they stream does not matter.
 * @param seed characters that tell this answer from others; only letters and digits count
 */
export function createChoiceIds(seed: string, choice: number): CallIds {
  const tail = choice === 0 ? '' : `c${choice}`;
  return createCallIds(seed.replace(/[^A-Za-z0-9]/g, '').slice(-longestSeed) + tail);
}

const longestSeed = 32;
