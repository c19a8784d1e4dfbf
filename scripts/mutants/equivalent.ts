/** The changes that were reviewed and that nobody could notice, with the reason for each. */
import type { Mutation } from './mutations.ts';

type Reviewed = Pick<Mutation, 'file' | 'before' | 'after'> & { readonly reason: string };

const reviewed: readonly Reviewed[] = [];

/** Why nobody could notice a change; `undefined` if it was not reviewed. */
export function findReason({ file, before, after }: Mutation): string | undefined {
  return reviewed.find((one) => one.file === file && one.before === before && one.after === after)
    ?.reason;
}
