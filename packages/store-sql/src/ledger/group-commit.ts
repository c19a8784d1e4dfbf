/** Writes many items in one transaction, with a result for each; used by reservations and settlements. */
import { StoreUnavailableError } from '@parley/core/store';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommitLimits {
  /** The maximum number of items in one write, which bounds how long it blocks the event loop. */
  readonly largestBatch: number;
  /** The maximum number of items that wait for a database that is slow or locked by another process. */
  readonly longestQueue: number;
}

/** Not every host has `setImmediate`; a timer of 0 has the same effect at a higher cost. */
const later: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0);

/** Writes a whole batch or nothing, and returns one result for each item, in order. */
export type BatchWrite<Item, Result> = (batch: readonly Item[]) => Promise<readonly Result[]>;

const defaultLimits: GroupCommitLimits = { largestBatch: 1_000, longestQueue: 100_000 };

/**
 * Writes everything that is added in one turn of the event loop, or while a write runs, as one batch. The
 * promise of an item settles with its batch, or rejects with `StoreUnavailableError` when the queue is full.
 */
export function createGroupCommit<Item, Result>(
  write: BatchWrite<Item, Result>,
  { largestBatch, longestQueue } = defaultLimits,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let scheduled = false;

  function schedule(): void {
    scheduled = queue.length > 0;
    // An immediate runs after all available input has been read; a microtask would run between one request
    // and the next, and each would need its own flush of the disk.
    if (scheduled) later(() => void flush());
  }

  async function flush(): Promise<void> {
    const batch = queue.splice(0, largestBatch);
    await writeBatch(batch, write);
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

async function writeBatch<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  write: BatchWrite<Item, Result>,
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    // `write` returns one result for each item.
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** The result of one item of a batch. */
export type Result<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly reason: unknown };

/** Runs the work for every item; a failed item does not stop the others. */
export function runEach<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Value,
): readonly Result<Value>[] {
  return items.map((item) => {
    try {
      return { kind: 'done', value: work(item) };
    } catch (reason) {
      return { kind: 'failed', reason };
    }
  });
}

/** @throws the error of a failed item */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.kind === 'failed') throw result.reason;
  return result.value;
}
