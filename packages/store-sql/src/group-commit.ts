import { StoreUnavailableError } from '@parley/core/store';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommitLimits {
  /** How many items one write takes at most, which bounds how long it keeps the event loop. */
  readonly largestBatch: number;
  /** How many items may wait for a database that is slow or held by another process. */
  readonly longestQueue: number;
}

/** Not every host has `setImmediate`; a timer of 0 runs as late, only dearer. */
const later: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0);

/** Writes a batch wholly or not at all, and gives one result an item, in their order. */
export type BatchWrite<Item, Result> = (batch: readonly Item[]) => Promise<readonly Result[]>;

const defaultLimits: GroupCommitLimits = { largestBatch: 1_000, longestQueue: 100_000 };

/**
 * Makes one write of many: everything that is handed over in one turn of the event loop, or while
 * a write runs, goes to disk together. The promise of an item settles with the write that held it,
 * or rejects with `StoreUnavailableError` when too many are waiting already.
 */
export function createGroupCommit<Item, Result>(
  write: BatchWrite<Item, Result>,
  { largestBatch, longestQueue } = defaultLimits,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let scheduled = false;

  function schedule(): void {
    scheduled = queue.length > 0;
    // An immediate runs after all input that is ready has been read; a microtask would run
    // between one request and the next, and each would pay for its own flush of the disk.
    if (scheduled) later(() => void flush());
  }

  async function flush(): Promise<void> {
    const batch = queue.splice(0, largestBatch);
    await settle(batch, write);
    schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= longestQueue) {
        throw new StoreUnavailableError('Too many exchanges wait for the database.');
      }
      queue.push({ item, resolve, reject });
      if (!scheduled) schedule();
    });
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  write: BatchWrite<Item, Result>,
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    // The contract of `write` is one result an item.
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
