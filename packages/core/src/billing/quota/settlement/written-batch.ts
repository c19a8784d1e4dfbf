/** Writes settlements to the store as one batch, and tells what became of each; used by `settlement-queue.ts`. */
import { StoreUnavailableError, type Store } from '../../../store/index.ts';
import type { WaitingSettlement } from './waiting-settlement.ts';

/** What became of the settlements of a batch. */
export interface WrittenBatch {
  readonly settled: readonly WaitingSettlement[];
  /** Those whose account another session of the database has locked. */
  readonly locked: readonly WaitingSettlement[];
  /** Those that can never be stored. */
  readonly failed: readonly { readonly settlement: WaitingSettlement; readonly cause: unknown }[];
}

/** Returns why when the store is unavailable. Never rejects. */
export async function writeBatch(
  store: Pick<Store, 'settleBatch'>,
  batch: readonly WaitingSettlement[],
): Promise<WrittenBatch | StoreUnavailableError> {
  try {
    const rejected = await store.settleBatch(batch.map(({ text }) => text));
    const byIndex = new Map(rejected.map((one) => [one.index, one]));
    const isLocked = (index: number): boolean => byIndex.get(index)?.isLocked === true;
    return {
      settled: batch.filter((_, index) => !byIndex.has(index)),
      locked: batch.filter((_, index) => isLocked(index)),
      failed: batch.flatMap((settlement, index) => {
        const cause = byIndex.get(index)?.reason;
        return cause === undefined || isLocked(index) ? [] : { settlement, cause };
      }),
    };
  } catch (cause) {
    if (cause instanceof StoreUnavailableError) return cause;
    const failed = batch.map((settlement) => ({ settlement, cause }));
    return { settled: [], locked: [], failed };
  }
}
