import { setImmediate } from 'node:timers';
import { StoreUnavailableError } from '@parley/core/store';

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommitLimits {
  /** How many items one write takes at most, which bounds how long it keeps the event loop. */
  readonly largestBatch: number;
  /** How many items may wait for a database that is slow or held by another process. */
  readonly longestQueue: number;
}

const defaultLimits: GroupCommitLimits = { largestBatch: 1_000, longestQueue: 100_000 };

/**
 * Makes one write of many: everything that is handed over in one turn of the event loop, or while
 * a write runs, goes to disk together. The promise of an item settles with the write that held it,
 * or rejects with `StoreUnavailableError` when too many are waiting already.
 * @param write writes a batch wholly or not at all.
 */
export function createGroupCommit<Item>(
  write: (batch: readonly Item[]) => Promise<void>,
  { largestBatch, longestQueue } = defaultLimits,
): (item: Item) => Promise<void> {
  const queue: Waiting<Item>[] = [];
  let scheduled = false;

  function schedule(): void {
    scheduled = queue.length > 0;
    // An immediate runs after all input that is ready has been read; a microtask would run
    // between one request and the next, and each would pay for its own flush of the disk.
    if (scheduled) setImmediate(() => void flush());
  }

  async function flush(): Promise<void> {
    const batch = queue.splice(0, largestBatch);
    await settle(batch, write);
    schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= longestQueue) {
        throw new StoreUnavailableError('Too many exchanges wait to be recorded.');
      }
      queue.push({ item, resolve, reject });
      if (!scheduled) schedule();
    });
}

async function settle<Item>(
  batch: readonly Waiting<Item>[],
  write: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  try {
    await write(batch.map(({ item }) => item));
    for (const { resolve } of batch) resolve();
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
