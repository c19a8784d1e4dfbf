/** Records settlements: in the outbox, from where the store gets them in batches, or in the store at once. */
import type { Clock, LogFields, Logger, SettlementOutbox } from '../../../ports.ts';
import {
  StoreUnavailableError,
  type KeyRecord,
  type Settlement,
  type Store,
} from '../../../store/index.ts';
import { LateSync } from './late-sync.ts';
import { SettlementBatches } from './settlement-batches.ts';
import {
  describeSettlement,
  endedExchange,
  waitingSettlement,
  type EndedExchange,
  type WaitingSettlement,
} from './waiting-settlement.ts';

/** Settlements that are being written to the store. */
export interface SettlementQueue {
  /**
   * Resolves when the settlement is recorded, or when it is queued because the store is unavailable; never
   * rejects. Returns false when neither store nor outbox have taken it, so that it is lost if the process ends.
   */
  settle(settlement: Settlement): Promise<boolean>;
  /** True when no further settlement can be queued, for want of room or because the outbox does not take it. */
  readonly isFull: boolean;
  /** How many settlements are queued because the store is unavailable. */
  readonly kept: number;
  /** Writes what waits for the store now. Resolves when that is done or the store is unavailable; never rejects. */
  flush(): Promise<void>;
  /**
   * Does the same if exchanges have ended whose reservations may still count against the key or its account;
   * resolves with false if there are none. Never rejects.
   */
  flushFor(key: Pick<KeyRecord, 'id' | 'accountId'>): Promise<boolean>;
  /**
   * Writes the queued settlements if the pause since the last try is over; for hosts on which timers end with
   * the request that started them. Resolves when it has tried; never rejects.
   */
  flushIfDue(): Promise<void>;
  /** Tries once more, and logs the settlements that are still queued. */
  close(): Promise<void>;
}

/**
 * Where the end of an exchange is recorded before the client sees it. `process`: in the outbox, which survives the
 * process. `power`: in the store, which survives a power cut.
 */
export type Durability = 'process' | 'power';

/** Where settlements are recorded, and who learns of it. */
export interface SettlementQueueOptions {
  readonly store: Pick<Store, 'settle' | 'settleBatch'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many settlements may be queued while the store is unavailable. */
  readonly capacity: number;
  /** Called for each exchange whose settlement the store has written. */
  readonly onSettled: (exchange: EndedExchange) => void;
  /** Called for each exchange whose settlement will never reach the store, so that its reservation stays open. */
  readonly onLost: (exchange: EndedExchange) => void;
  /** True when another exchange waits for what this one releases, so that it is written at once. */
  readonly isAwaited?: (exchange: EndedExchange) => boolean;
  /** Stores settlements on disk. Without one, each waits for the store. */
  readonly outbox?: SettlementOutbox | undefined;
  /** `process` by default, where there is an outbox. */
  readonly durability?: () => Durability | undefined;
}

const unsettled = 'An exchange could not be settled.';

/** Creates a queue, which first settles what earlier processes left in the outbox. */
export function createSettlementQueue(options: SettlementQueueOptions): SettlementQueue {
  return new Queue(options);
}

type Kept = Settlement | WaitingSettlement;

class Queue implements SettlementQueue {
  readonly #options: SettlementQueueOptions;
  readonly #batches: SettlementBatches;
  readonly #sync: LateSync;
  /** The ids of those that the outbox has not taken. */
  readonly #unsaved = new Set<string>();
  /** Present until the settlements of earlier processes have been read and tried once. */
  #recovery: Promise<void> | undefined;
  /** True after the outbox has rejected a settlement, so that it is logged once. */
  #hasRefused = false;

  constructor(options: SettlementQueueOptions) {
    this.#options = options;
    this.#batches = new SettlementBatches({
      clock: options.clock,
      write: (batch) => this.#writeBatch(batch),
      onEnded: (ids) => {
        this.#forget(ids);
      },
      onFailed: (isFirstFailure) => this.#reportFailure(isFirstFailure),
    });
    this.#sync = new LateSync({
      ...{ outbox: options.outbox, log: options.log },
      findOldest: () => this.#batches.waiting.keys().next().value,
    });
    if (options.outbox !== undefined) this.#recovery = this.#recover(options.outbox);
  }

  get isFull(): boolean {
    const { waiting, isDown } = this.#batches;
    return (isDown && waiting.size >= this.#options.capacity) || this.#unsaved.size > 0;
  }

  get kept(): number {
    return this.#batches.isDown ? this.#batches.waiting.size : 0;
  }

  async settle(settlement: Settlement): Promise<boolean> {
    const { outbox, isAwaited, capacity } = this.#options;
    if (outbox === undefined || this.#needsStore) return this.#settleInStore(settlement);
    if (this.#batches.isDown) return this.#settleInOutage(settlement);
    const waiting = waitingSettlement(settlement);
    try {
      await outbox.append(waiting.id, waiting.text);
    } catch (cause) {
      this.#reportRefusal(cause);
      return this.#settleInStore(settlement);
    }
    this.#hasRefused = false;
    this.#batches.add(waiting);
    this.#sync.watch();
    // A store that is slower than the exchanges slows them down instead of filling the memory.
    if (this.#batches.waiting.size > capacity) await this.flush();
    else if (isAwaited?.(waiting) === true) void this.flush();
    return true;
  }

  async flush(): Promise<void> {
    await this.#recovery;
    await this.#batches.flush();
  }

  async flushFor({ id, accountId }: Pick<KeyRecord, 'id' | 'accountId'>): Promise<boolean> {
    for (const waiting of this.#batches.waiting.values()) {
      if (waiting.reservation === undefined) continue;
      if (waiting.keyId !== id && waiting.accountId !== accountId) continue;
      await this.#batches.probe();
      await this.flush();
      return true;
    }
    return false;
  }

  flushIfDue(): Promise<void> {
    return this.#batches.retryIfDue();
  }

  async close(): Promise<void> {
    await this.#recovery;
    await this.#batches.close();
    this.#sync.stop();
    const { outbox, log } = this.#options;
    let kept = 0;
    for (const [id, settlement] of this.#batches.waiting) {
      if (outbox !== undefined && !this.#unsaved.has(id)) kept += 1;
      else this.#say('A settlement is lost: the store was down to the end.', settlement);
    }
    const message =
      'Settlements wait on the disk for the next start: the store was down to the end.';
    if (kept > 0) log('error', message, { kept });
    await outbox?.close();
  }

  get #needsStore(): boolean {
    return this.#options.durability?.() === 'power';
  }

  async #settleInStore(settlement: Settlement): Promise<boolean> {
    return (await this.#write(settlement)) || this.#settleInOutage(settlement);
  }

  async #settleInOutage(settlement: Settlement): Promise<boolean> {
    if (settlement.charges.length > 0) return this.#keep(settlement);
    this.#giveUp(
      'The store is down; an exchange that called no upstream is not recorded.',
      settlement,
    );
    return true;
  }

  /** Returns false when the store is unavailable. A settlement that it rejects for another reason is lost. */
  async #write(settlement: Settlement): Promise<boolean> {
    try {
      await this.#options.store.settle(settlement);
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return false;
      this.#giveUp(unsettled, settlement, { cause });
      return true;
    }
    this.#options.onSettled(endedExchange(settlement));
    return true;
  }

  /** The same for a batch; reports only what no other try has written meanwhile. */
  async #writeBatch(batch: readonly WaitingSettlement[]): Promise<boolean> {
    const { store, onSettled } = this.#options;
    const causes = new Map<number, unknown>();
    try {
      const failed = await store.settleBatch(batch.map(({ text }) => text));
      for (const { index, reason } of failed) causes.set(index, reason);
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return false;
      for (const index of batch.keys()) causes.set(index, cause);
    }
    for (const [index, waiting] of batch.entries()) {
      if (!this.#batches.waiting.has(waiting.id)) continue;
      if (!causes.has(index)) onSettled(waiting);
      else this.#giveUp(unsettled, waiting, { cause: causes.get(index) });
    }
    return true;
  }

  async #keep(settlement: Settlement): Promise<boolean> {
    if (this.#batches.waiting.size >= this.#options.capacity) {
      this.#giveUp('A settlement is lost: the store is down and too many wait.', settlement);
      return false;
    }
    const waiting = waitingSettlement(settlement);
    this.#batches.addFailed(waiting);
    const { size: kept } = this.#batches.waiting;
    this.#say('The store is down; a settlement is kept for later.', settlement, { kept });
    return this.#save(waiting);
  }

  /** Returns false when the outbox does not take it. A host without an outbox keeps it in memory. */
  async #save(waiting: WaitingSettlement): Promise<boolean> {
    const { id, text } = waiting;
    const { outbox } = this.#options;
    try {
      await outbox?.append(id, text);
      if (this.#needsStore) await outbox?.sync();
    } catch (cause) {
      // The store may have taken it meanwhile.
      if (!this.#batches.waiting.has(id)) return true;
      this.#unsaved.add(id);
      const message = 'A settlement is kept in memory only: the disk does not take it.';
      this.#say(message, waiting, { cause });
      return false;
    }
    this.#unsaved.delete(id);
    this.#sync.watch();
    return true;
  }

  /** Writes the settlements that earlier processes left in the outbox. */
  async #recover(outbox: SettlementOutbox): Promise<void> {
    try {
      for (const left of await outbox.readLeft()) this.#batches.add(waitingSettlement(left));
    } catch (cause) {
      const message = 'The settlements of an earlier process cannot be read.';
      this.#options.log('error', message, { cause });
    }
    await this.#batches.flush();
    this.#recovery = undefined;
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.#unsaved.delete(id);
    void this.#options.outbox?.remove(ids);
  }

  /** Also saves what the outbox had not taken. */
  async #reportFailure(isFirstFailure: boolean): Promise<void> {
    const { waiting } = this.#batches;
    if (isFirstFailure) {
      const message = 'The store is down; settlements are kept for later.';
      this.#options.log('error', message, { kept: waiting.size });
    }
    for (const id of this.#unsaved) {
      const settlement = waiting.get(id);
      if (settlement === undefined || !(await this.#save(settlement))) break;
    }
  }

  #reportRefusal(cause: unknown): void {
    if (this.#hasRefused) return;
    this.#hasRefused = true;
    const message = 'The outbox takes no settlements; the ends of exchanges wait for the store.';
    this.#options.log('error', message, { cause });
  }

  #giveUp(message: string, settlement: Kept, more?: LogFields): void {
    this.#say(message, settlement, more);
    this.#options.onLost(endedExchange(settlement));
  }

  #say(message: string, settlement: Kept, more?: LogFields): void {
    this.#options.log('error', message, { ...describeSettlement(settlement), ...more });
  }
}
