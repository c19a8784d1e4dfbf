/** Shares the load among equal targets in proportion to their weights; used by the resolve stage. */
import type { Target } from './route.ts';

/** The place of a target among equal ones: lower values come first. */
export type Draw = (target: Pick<Target, 'upstream' | 'model' | 'weight'>) => number;

/**
 * Draws the order of equal targets. Each comes first with a probability in proportion to its weight, because the
 * values are distributed exponentially.
 * @param session requests of the same session get the same order, so that they find the prompt cache that
 *   the requests before them have filled
 */
export function createDraw(session?: string): Draw {
  return ({ upstream, model, weight }) => {
    const drawn =
      session === undefined ? drawNumber() : hashText(`${session}\n${upstream.name}\n${model}`);
    return -Math.log((drawn + 0.5) / 2 ** 32) / weight;
  };
}

/** A random integer, 0 to 2^32 - 1. */
function drawNumber(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn;
}

/** A hash of 32 bits: FNV-1a, whose bits are then mixed, because it changes little with the last characters. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
