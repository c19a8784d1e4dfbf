/** The settlements that wait for the store, written in batches and again after an outage; used by `settlement-queue.ts`. */
import type { Clock } from '../../../ports.ts';
import type { WaitingSettlement } from './waiting-settlement.ts';

/** How batches are written, and who learns of it. */
export interface SettlementBatchesOptions {
  readonly clock: Clock;
  /**
   * Writes a batch to the store. Resolves with the ids of those whose account is locked there, or with `undefined` when
   * the store is unavailable; never rejects.
   */
  readonly write: (batch: readonly WaitingSettlement[]) => Promise<ReadonlySet<string> | undefined>;
  /** Called after each batch with the ids of the exchanges that need no further try. */
  readonly onEnded: (ids: readonly string[]) => void;
  /** Called after each batch that the store has not taken. */
  readonly onFailed: () => Promise<void>;
}

/** Milliseconds that a settlement waits for others. */
const waitMs = 100;
/** When this many wait, they are written at once: a larger batch saves little and blocks the thread for longer. */
const fullBatch = 128;
/** How many are written together at most. */
const largestBatch = 1_000;
/** The bounds of the pause between two tries while the store is unavailable, in milliseconds. */
const shortestPause = 1_000;
const longestPause = 5_000;
/** How long those whose account is locked are left out of the batches, in milliseconds. */
const lockedPauseMs = 1_000;
/** A try that runs for this many milliseconds was suspended with its host, and will never end. */
const longestTry = 30_000;

/** One batch is under way at a time, unless one takes very long. Timers run only while something waits. */
export class SettlementBatches {
  readonly #options: SettlementBatchesOptions;
  /** Oldest first, by the id of the exchange. */
  #waiting = new Map<string, WaitingSettlement>();
  /** The last of them. */
  #newest = '';
  /** The ids of those that are left out because their account is locked. */
  readonly #locked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lockedTimer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = shortestPause;
  /** When the last batch began and when the next try is due, on the monotonic clock. */
  #begunAt = -Infinity;
  #dueAt = -Infinity;
  /** The batch under way. */
  #batch: Promise<void> | undefined;
  #isDown = false;
  #isClosed = false;

  constructor(options: SettlementBatchesOptions) {
    this.#options = options;
  }

  /** What the store does not have yet, oldest first. */
  get waiting(): ReadonlyMap<string, WaitingSettlement> {
    return this.#waiting;
  }

  /** True while the store is unavailable, as far as the last try tells. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Adds a settlement, which is written with those of the next moment. */
  add(settlement: WaitingSettlement): void {
    this.#set(settlement);
    const isFree = this.#batch === undefined && !this.#isDown;
    if (isFree && this.#waiting.size >= fullBatch) void this.#writeBatch();
    else this.#writeLater(waitMs);
  }

  /** Adds a settlement that the store could not take. */
  addFailed(settlement: WaitingSettlement): void {
    this.#isDown = true;
    this.#set(settlement);
    this.#retryLater();
  }

  /** Adds a settlement whose account is locked in the store. */
  addLocked(settlement: WaitingSettlement): void {
    this.#set(settlement);
    this.#leaveOut([settlement.id]);
  }

  /** Writes what waits now, if the store is available. Resolves when it is written, locked, or the store fails. */
  async flush(): Promise<void> {
    // A batch begins with what has waited longest.
    const newest = this.#newest;
    this.#locked.clear();
    while (this.#waiting.has(newest) && !this.#locked.has(newest) && !this.#isDown) {
      await (this.#batch ?? this.#writeBatch());
    }
  }

  /** Finds out at once whether the store is available again; for when it has just answered something else. */
  async probe(): Promise<void> {
    if (this.#isDown) await (this.#batch ?? this.#writeBatch());
  }

  /** Writes what waits, whether the store was available or not. */
  async retry(): Promise<void> {
    this.#locked.clear();
    if (this.#waiting.size > 0) await this.#writeBatch();
    await this.flush();
  }

  async retryIfDue(): Promise<void> {
    if (!this.#isClosed && this.#options.clock.monotonic() >= this.#dueAt) await this.retry();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#batch;
    await this.retry();
    clearTimeout(this.#timer);
    clearTimeout(this.#lockedTimer);
  }

  #set(settlement: WaitingSettlement): void {
    // One that waits already keeps its place.
    if (!this.#waiting.has(settlement.id)) this.#newest = settlement.id;
    this.#waiting.set(settlement.id, settlement);
  }

  #writeLater(delayMs: number): void {
    if (this.#timer !== undefined || this.#batch !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#writeBatch(), delayMs);
  }

  #retryLater(): void {
    if (this.#timer !== undefined || this.#batch !== undefined || this.#isClosed) return;
    this.#writeLater(this.#pauseMs);
    this.#dueAt = this.#options.clock.monotonic() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, longestPause);
  }

  #writeBatch(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#begunAt = this.#options.clock.monotonic();
    this.#dueAt = this.#begunAt + longestTry;
    const batch = this.#writeOldest().finally(() => {
      if (this.#batch === batch) this.#batch = undefined;
      this.#writeRest();
    });
    this.#batch = batch;
    return batch;
  }

  /** While the store is down, one settlement finds out whether it is back. */
  async #writeOldest(): Promise<void> {
    const batch = this.#takeOldest(this.#isDown ? 1 : largestBatch);
    const locked = await this.#options.write(batch);
    this.#isDown = locked === undefined;
    if (locked === undefined) {
      await this.#options.onFailed();
      return;
    }
    const ended = batch.filter(({ id }) => !locked.has(id));
    this.#leaveOut(locked);
    this.#remove(ended);
    this.#options.onEnded(ended.map(({ id }) => id));
  }

  #takeOldest(size: number): readonly WaitingSettlement[] {
    const batch: WaitingSettlement[] = [];
    for (const settlement of this.#waiting.values()) {
      if (this.#locked.has(settlement.id)) continue;
      if (batch.push(settlement) === size) break;
    }
    return batch;
  }

  /** For a moment, the batches have only settlements of other accounts. */
  #leaveOut(ids: Iterable<string>): void {
    for (const id of ids) this.#locked.add(id);
    if (this.#locked.size === 0 || this.#isClosed) return;
    this.#lockedTimer ??= setTimeout(() => {
      this.#lockedTimer = undefined;
      this.#locked.clear();
      this.#writeRest();
    }, lockedPauseMs);
  }

  /**
   * By their ids, because another try may have removed some of them. A new map, because V8 keeps what was deleted from
   * one until old objects are collected.
   */
  #remove(batch: readonly WaitingSettlement[]): void {
    const ended = new Set(batch.map(({ id }) => id));
    this.#waiting = new Map([...this.#waiting].filter(([id]) => !ended.has(id)));
  }

  #writeRest(): void {
    if (!this.#isDown) this.#pauseMs = shortestPause;
    if (this.#waiting.size <= this.#locked.size) return;
    if (this.#isDown) this.#retryLater();
    else if (this.#waiting.size >= fullBatch) this.#writeLater(0);
    else this.#writeLater(Math.max(0, this.#begunAt + waitMs - this.#options.clock.monotonic()));
  }
}
