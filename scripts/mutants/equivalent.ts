/** The changes that were reviewed and that nobody could notice, with the reason for each. */
import type { Mutation } from './mutations.ts';

type Reviewed = Pick<Mutation, 'file' | 'source' | 'before' | 'after'> & {
  readonly reason: string;
};

const reviewed: readonly Reviewed[] = [
  {
    file: 'packages/core/src/billing/ledger/rate.ts',
    source:
      "return key.running >= (limits.concurrency ?? Infinity) ? { limit: 'concurrency' } : undefined;",
    before: 'limits.concurrency ?? Infinity',
    after: 'limits.concurrency',
    reason: 'no number is at least undefined, as none is at least Infinity',
  },
  {
    file: 'packages/core/src/billing/ledger/rate.ts',
    source: 'const left = minuteMs - Math.max(0, wholeAt - now) + toleranceMs;',
    before: '0',
    after: '1',
    reason: 'the tolerance is one millisecond too, and more than the limit is never reported',
  },
  {
    file: 'packages/core/src/billing/quota/reservation-leases.ts',
    source: "if (this.#abandoned.size > 0) await this.#attempt('release', () => this.#release());",
    before: 'this.#abandoned.size > 0',
    after: 'this.#abandoned.size >= 0',
    reason: 'nothing is released where nothing was abandoned',
  },
];

/** Why nobody could notice a change; `undefined` if it was not reviewed. */
export function findReason({ file, source, before, after }: Mutation): string | undefined {
  const found = reviewed.find((one) => {
    const isHere = one.file === file && one.source === source;
    return isHere && one.before === before && one.after === after;
  });
  return found?.reason;
}
