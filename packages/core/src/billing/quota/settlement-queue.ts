/** Writes settlements to the store, and queues those that the store cannot accept now. */
import type { Clock, Logger, SettlementOutbox } from '../../ports.ts';
import { StoreUnavailableError, type Settlement, type Store } from '../../store/index.ts';

/** Settlements that are being written to the store. */
export interface SettlementQueue {
  /** Resolves when the store has it, or when it is queued because the store is unavailable; never rejects. */
  settle(settlement: Settlement): Promise<void>;
  /** True when no further settlement can be queued. */
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
    return this.#kept.size >= this.#options.capacity;
  }

  get kept(): number {
    return this.#kept.size;
  }

  async settle(settlement: Settlement): Promise<void> {
    if (await this.#write(settlement)) return;
    if (settlement.charges.length > 0) await this.#keep(settlement);
    else
      this.#giveUp(
        'The store is down; an exchange that called no upstream is not recorded.',
        settlement,
      );
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
    const fate = this.#options.outbox ? 'waits on the disk for the next start' : 'is lost';
    for (const settlement of this.#kept.values()) {
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

  async #keep(settlement: Settlement): Promise<void> {
    if (this.isFull) {
      this.#giveUp('A settlement is lost: the store is down and too many wait.', settlement);
      return;
    }
    this.#kept.set(settlement.record.id, settlement);
    const { size: kept } = this.#kept;
    this.#say('The store is down; a settlement is kept for later.', settlement, { kept });
    this.#retryLater();
    await this.#options.outbox?.append(settlement).catch((cause: unknown) => {
      this.#say('A settlement is kept in memory only: the disk does not take it.', settlement, {
        cause,
      });
    });
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

  /** Writes the queue, oldest first, until the store fails. */
  async #flush(): Promise<void> {
    this.#timer = undefined;
    this.#isFlushing = true;
    // A try never ends when the host is suspended during it; after this time another one may begin.
    this.#dueAt = this.#options.clock.monotonic() + longestPause;
    for (const [id, settlement] of this.#kept) {
      if (!(await this.#write(settlement))) break;
      this.#kept.delete(id);
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
