/** What a settlement queue needs; used by `settlement-queue.ts` and by the gateway that creates one. */
import type { Clock, Logger, SettlementOutbox } from '../../../ports.ts';
import type { Store } from '../../../store/index.ts';
import type { EndedExchange } from './waiting-settlement.ts';

/**
 * Where the end of an exchange is recorded before the client sees it. `process`: in the outbox, which survives the
 * process. `power`: in the store, which survives a power cut.
 */
export type Durability = 'process' | 'power';

/** Where settlements are recorded, and who learns of it. */
export interface SettlementQueueOptions {
  readonly store: Pick<Store, 'settle' | 'settleBatch'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many settlements may be queued while the store is unavailable. */
  readonly capacity: number;
  /** Called for each exchange whose settlement the store has written. */
  readonly onSettled: (exchange: EndedExchange) => void;
  /** Called for each exchange whose settlement will never reach the store, so that its reservation stays open. */
  readonly onLost: (exchange: EndedExchange) => void;
  /** True when another exchange waits for what this one releases, so that it is written at once. */
  readonly isAwaited?: (exchange: EndedExchange) => boolean;
  /** Stores settlements on disk. Without one, each waits for the store. */
  readonly outbox?: SettlementOutbox | undefined;
  /** `process` by default, where there is an outbox. */
  readonly durability?: () => Durability | undefined;
}
