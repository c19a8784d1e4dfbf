/** Writes settlements to the store, and queues those that the store cannot accept now. */
import type { Clock, Logger, SettlementOutbox } from '../../ports.ts';
import { StoreUnavailableError, type Settlement, type Store } from '../../store/index.ts';

/** Settlements that are being written to the store. */
export interface SettlementQueue {
  /**
   * Resolves when the store has it, or when it is queued because the store is unavailable; never rejects.
   * Returns false when neither store nor outbox have taken it, so that it is lost if the process ends.
   */
  settle(settlement: Settlement): Promise<boolean>;
  /** True when no further settlement can be queued, for want of room or because the outbox does not take it. */
  readonly isFull: boolean;
  /** How many settlements are queued. */
  readonly kept: number;
  /**
   * Writes the queued settlements if the pause since the last try is over; for hosts on which timers end with
   * the request that started them. Resolves when it has tried; never rejects.
   */
  flushIfDue(): Promise<void>;
  /** Tries once more, and logs the settlements that are still queued. */
  close(): Promise<void>;
}

/** The bounds of the pause between two tries to write the queue, in milliseconds. */
const shortestPause = 1_000;
const longestPause = 30_000;

export interface SettlementQueueOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many settlements may be queued. */
  readonly capacity: number;
  /** Called for each settlement that the store has written. */
  readonly onSettled: (settlement: Settlement) => void;
  /** Called for each settlement that will never reach the store, so that its reservation stays open. */
  readonly onLost: (settlement: Settlement) => void;
  /** Stores queued settlements on disk. */
  readonly outbox?: SettlementOutbox;
}

export function createSettlementQueue(options: SettlementQueueOptions): SettlementQueue {
  return new Queue(options);
}

class Queue implements SettlementQueue {
  readonly #options: SettlementQueueOptions;
  readonly #kept = new Map<string, Settlement>();
  /** The ids of those that the outbox has not taken. */
  readonly #unsaved = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = shortestPause;
  /** When the next try is due, on the monotonic clock. */
  #dueAt = -Infinity;
  #isFlushing = false;
  #isClosed = false;

  constructor(options: SettlementQueueOptions) {
    this.#options = options;
    if (options.outbox !== undefined) void this.#recover(options.outbox);
  }

  get isFull(): boolean {
    return this.#kept.size >= this.#options.capacity || this.#unsaved.size > 0;
  }

  get kept(): number {
    return this.#kept.size;
  }

  async settle(settlement: Settlement): Promise<boolean> {
    if (await this.#write(settlement)) return true;
    if (settlement.charges.length > 0) return this.#keep(settlement);
    this.#giveUp(
      'The store is down; an exchange that called no upstream is not recorded.',
      settlement,
    );
    return true;
  }

  async flushIfDue(): Promise<void> {
    if (this.#kept.size === 0 || this.#isClosed) return;
    if (this.#options.clock.monotonic() < this.#dueAt) return;
    clearTimeout(this.#timer);
    await this.#flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#flush();
    for (const [id, settlement] of this.#kept) {
      const isSaved = this.#options.outbox !== undefined && !this.#unsaved.has(id);
      const fate = isSaved ? 'waits on the disk for the next start' : 'is lost';
      this.#say(`A settlement ${fate}: the store was down to the end.`, settlement);
    }
  }

  /** Returns false when the store is unavailable. A settlement that it rejects for another reason is lost. */
  async #write(settlement: Settlement): Promise<boolean> {
    try {
      await this.#options.store.settle(settlement);
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return false;
      this.#giveUp('An exchange could not be settled.', settlement, { cause });
      return true;
    }
    this.#options.onSettled(settlement);
    return true;
  }

  async #keep(settlement: Settlement): Promise<boolean> {
    if (this.#kept.size >= this.#options.capacity) {
      this.#giveUp('A settlement is lost: the store is down and too many wait.', settlement);
      return false;
    }
    this.#kept.set(settlement.record.id, settlement);
    const { size: kept } = this.#kept;
    this.#say('The store is down; a settlement is kept for later.', settlement, { kept });
    this.#retryLater();
    return this.#save(settlement);
  }

  /** Returns false when the outbox does not take it. A host without an outbox keeps it in memory. */
  async #save(settlement: Settlement): Promise<boolean> {
    const { id } = settlement.record;
    try {
      await this.#options.outbox?.append(settlement);
    } catch (cause) {
      // The store may have taken it meanwhile.
      if (!this.#kept.has(id)) return true;
      this.#unsaved.add(id);
      this.#say('A settlement is kept in memory only: the disk does not take it.', settlement, {
        cause,
      });
      return false;
    }
    this.#unsaved.delete(id);
    return true;
  }

  /** Writes the settlements that an earlier process left in the outbox. */
  async #recover(outbox: SettlementOutbox): Promise<void> {
    try {
      for (const left of await outbox.readLeft()) this.#kept.set(left.record.id, left);
    } catch (cause) {
      this.#options.log('error', 'The settlements of an earlier process cannot be read.', {
        cause,
      });
    }
    if (this.#kept.size > 0) await this.#flush();
  }

  #giveUp(message: string, settlement: Settlement, more?: Readonly<Record<string, unknown>>): void {
    this.#say(message, settlement, more);
    this.#options.onLost(settlement);
  }

  #retryLater(): void {
    if (this.#timer !== undefined || this.#isFlushing || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#flush(), this.#pauseMs);
    this.#dueAt = this.#options.clock.monotonic() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, longestPause);
  }

  /** Writes the queue, oldest first, until the store fails; then saves what the outbox had not taken. */
  async #flush(): Promise<void> {
    this.#timer = undefined;
    this.#isFlushing = true;
    // A try never ends when the host is suspended during it; after this time another one may begin.
    this.#dueAt = this.#options.clock.monotonic() + longestPause;
    for (const [id, settlement] of this.#kept) {
      if (!(await this.#write(settlement))) break;
      this.#kept.delete(id);
      this.#unsaved.delete(id);
    }
    for (const id of this.#unsaved) {
      const settlement = this.#kept.get(id);
      if (settlement === undefined || !(await this.#save(settlement))) break;
    }
    this.#isFlushing = false;
    if (this.#kept.size > 0) {
      this.#retryLater();
      return;
    }
    this.#pauseMs = shortestPause;
    await this.#options.outbox?.clear().catch((cause: unknown) => {
      // A settlement that is written twice counts once, so only disk space is wasted.
      this.#options.log('warn', 'Settled exchanges stay in the outbox.', { cause });
    });
  }

  #say(
    message: string,
    settlement: Settlement,
    more: Readonly<Record<string, unknown>> = {},
  ): void {
    this.#options.log('error', message, { ...describe(settlement), ...more });
  }
}

/** The fields that an operator needs to charge it by hand. */
function describe({ record }: Settlement): Readonly<Record<string, unknown>> {
  return {
    request_id: record.id,
    key_id: record.keyId,
    account_id: record.accountId,
    charged_nano_usd: record.chargedNanoUsd,
    usage: record.usage,
  };
}
