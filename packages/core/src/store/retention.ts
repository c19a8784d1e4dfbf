/** Deletes records that are older than the configuration lets them grow; the ledger and sums of usage stay. */
import type { Clock, Logger } from '../ports.ts';
import type { Snapshot } from '../models/routing/snapshot.ts';
import type { Store } from './index.ts';

export interface Retention {
  /** Deletes a part of what is too old, if it is due. Resolves when that is done; never rejects. */
  maintain(): Promise<void>;
}

interface RetentionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly snapshot: () => Pick<Snapshot, 'retention'>;
}

const dayMs = 86_400_000;
/** How many records one transaction deletes, so that it keeps nobody waiting, and how many follow at once. */
const recordsAtOnce = 500;
const mostSteps = 10;
/** Milliseconds between two looks when nothing is left, and for a host that stopped in the middle of one. */
const pauseMs = 60_000;

export function createRetention({ store, clock, log, snapshot }: RetentionParts): Retention {
  let dueAt = -Infinity;
  return {
    async maintain() {
      const { exchanges, audit } = snapshot().retention;
      if ((exchanges ?? audit) === undefined || clock.monotonic() < dueAt) return;
      dueAt = clock.monotonic() + pauseMs;
      const before = (days: number) => clock.now() - days * dayMs;
      const limit = recordsAtOnce;
      try {
        const areAllGone = [
          exchanges === undefined ||
            (await deleteSome(() => store.deleteExchanges({ before: before(exchanges), limit }))),
          audit === undefined ||
            (await deleteSome(() => store.deleteAudit({ before: before(audit), limit }))),
        ];
        if (areAllGone.includes(false)) dueAt = clock.monotonic();
      } catch (cause) {
        log('warn', 'Old records could not be deleted.', { cause });
      }
    },
  };
}

/** Gives false when there may be more. */
async function deleteSome(step: () => Promise<number>): Promise<boolean> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if ((await step()) < recordsAtOnce) return true;
  }
  return false;
}
