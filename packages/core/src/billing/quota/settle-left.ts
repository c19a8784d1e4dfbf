/** Settles what ended processes left in an outbox; used by commands, which read a store without a gateway. */
import type { SettlementOutbox } from '../../ports.ts';
import { createSettlementQueue, type SettlementQueueOptions } from './settlement-queue.ts';

interface LeftSettlements extends Pick<SettlementQueueOptions, 'store' | 'clock' | 'log'> {
  readonly outbox: SettlementOutbox;
}

/** Resolves when the store has it, or is unavailable; then it stays in the outbox. Never rejects. */
export async function settleLeft(left: LeftSettlements): Promise<void> {
  const queue = createSettlementQueue({
    ...left,
    capacity: Number.POSITIVE_INFINITY,
    onSettled: () => undefined,
    onLost: () => undefined,
  });
  await queue.close();
}
