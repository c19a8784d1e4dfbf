/** Tells changes that nobody could notice from those that a test should. */
import type { Mutation } from './mutations.ts';
import { reviewed } from './reviewed.ts';

/** Why nobody could notice a change; `undefined` if it was not reviewed. */
export function findReason({ file, source, before, after }: Mutation): string | undefined {
  const found = reviewed.find((one) => {
    const isHere = one.file === file && one.source === source;
    return isHere && one.before === before && one.after === after;
  });
  return found?.reason;
}
