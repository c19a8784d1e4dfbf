/** The settlements that wait for the store, written in batches and again after an outage; used by `settlement-queue.ts`. */
import type { Clock } from '../../../ports.ts';
import type { WaitingSettlement } from './waiting-settlement.ts';

/** How batches are written, and who learns of it. */
export interface SettlementBatchesOptions {
  readonly clock: Clock;
  /** Writes a batch to the store. Resolves with false when the store is unavailable; never rejects. */
  readonly write: (batch: readonly WaitingSettlement[]) => Promise<boolean>;
  /** Called after each batch with the ids of the exchanges that need no further try. */
  readonly onEnded: (ids: readonly string[]) => void;
  /** Called after each batch that the store has not taken. */
  readonly onFailed: (isFirstFailure: boolean) => Promise<void>;
}

/** Milliseconds that a settlement waits for others. */
const waitMs = 100;
/** When this many wait, they are written at once: a larger batch saves little and delays other work of the core. */
const enough = 128;
/** How many are written together at most. */
const largestBatch = 1_000;
/** The bounds of the pause between two tries while the store is unavailable, in milliseconds. */
const shortestPause = 1_000;
const longestPause = 5_000;
/** A try that runs for this many milliseconds was suspended with its host, and will never end. */
const longestTry = 30_000;

/** One batch is under way at a time, unless one takes very long. Timers run only while something waits. */
export class SettlementBatches {
  readonly #options: SettlementBatchesOptions;
  /** Oldest first, by the id of the exchange. */
  #waiting = new Map<string, WaitingSettlement>();
  /** The last of them. */
  #newest = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
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
    if (isFree && this.#waiting.size >= enough) void this.#writeBatch();
    else this.#writeLater(waitMs);
  }

  /** Adds a settlement that the store could not take. */
  addFailed(settlement: WaitingSettlement): void {
    this.#isDown = true;
    this.#set(settlement);
    this.#retryLater();
  }

  /** Writes what waits now, if the store is available. Resolves when it is written or the store fails. */
  async flush(): Promise<void> {
    // A batch begins with what has waited longest.
    const newest = this.#newest;
    while (this.#waiting.has(newest) && !this.#isDown) {
      await (this.#batch ?? this.#writeBatch());
    }
  }

  /** Finds out at once whether the store is available again; for when it has just answered something else. */
  async probe(): Promise<void> {
    if (this.#isDown) await (this.#batch ?? this.#writeBatch());
  }

  /** Writes what waits, whether the store was available or not. */
  async retry(): Promise<void> {
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
    const isWritten = await this.#options.write(batch);
    const isFirstFailure = !this.#isDown;
    this.#isDown = !isWritten;
    if (isWritten) {
      this.#remove(batch);
      this.#options.onEnded(batch.map(({ id }) => id));
    } else await this.#options.onFailed(isFirstFailure);
  }

  #takeOldest(size: number): readonly WaitingSettlement[] {
    const batch: WaitingSettlement[] = [];
    for (const settlement of this.#waiting.values()) {
      if (batch.push(settlement) === size) break;
    }
    return batch;
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
    if (this.#waiting.size === 0) return;
    if (this.#isDown) this.#retryLater();
    else if (this.#waiting.size >= enough) this.#writeLater(0);
    else this.#writeLater(Math.max(0, this.#begunAt + waitMs - this.#options.clock.monotonic()));
  }
}
