/** The reviewed changes of streams, estimates, usage reports and the ledger of SQL stores. */
import type { Mutation } from './mutations.ts';

interface Reviewed extends Pick<Mutation, 'file' | 'source' | 'before' | 'after'> {
  readonly reason: string;
}

export const reviewedOfStreams: readonly Reviewed[] = [
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source: 'const scanStepMs = 7 * dayMs;',
    before: '7',
    after: '8',
    reason: 'no zone changes its offset twice within eight days either',
  },
];
