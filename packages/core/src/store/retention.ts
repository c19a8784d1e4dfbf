/** Deletes records that are older than the configuration allows; called by the gateway's `maintain`. */
import type { Clock, Logger } from '../ports.ts';
import type { AdminStore } from './administration.ts';
import type { ExchangeStore } from './exchanges.ts';

export interface Retention {
  /** Deletes some of the records that are too old, if a check is due. Resolves when done; never rejects. */
  maintain(): Promise<void>;
}

interface RetentionParts {
  readonly store: Pick<ExchangeStore & AdminStore, 'deleteExchanges' | 'deleteAudit'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns the current configuration: after how many days records are deleted; absent means never. */
  readonly snapshot: () => {
    readonly retention: { readonly exchanges?: number; readonly audit?: number };
  };
}

const dayMs = 86_400_000;
/**
 * How many records one transaction deletes, which bounds how long it locks, and how many transactions a check
 * may run.
 */
const recordsAtOnce = 500;
const mostSteps = 10;
/** Milliseconds until the next check when nothing is left, or when the host stopped during a check. */
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

/** Returns false when there may be more. */
async function deleteSome(step: () => Promise<number>): Promise<boolean> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if ((await step()) < recordsAtOnce) return true;
  }
  return false;
}
