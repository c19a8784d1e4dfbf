/** Settles what ended processes left in an outbox; used by commands, which read a store without a gateway. */
import type { Clock, Logger, SettlementOutbox } from '../../../ports.ts';
import type { Store } from '../../../store/index.ts';
import { SettlementQueue } from './settlement-queue.ts';

/** An outbox, and the store that gets what is left in it. */
export interface LeftSettlements {
  readonly store: Pick<Store, 'settle' | 'settleBatch'>;
  readonly outbox: SettlementOutbox;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Resolves when the store has it, or is unavailable; then it stays in the outbox. Never rejects. */
export async function settleLeft(left: LeftSettlements): Promise<void> {
  const queue = new SettlementQueue({
    ...left,
    capacity: Number.POSITIVE_INFINITY,
    onSettled: () => undefined,
    onLost: () => undefined,
  });
  await queue.close();
}
