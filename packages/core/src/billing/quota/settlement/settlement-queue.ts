/** Records settlements: in the outbox, from where the store gets them in batches, or in the store at once. */
import { createOutageLog, type OutageLog } from '../../../outage-log.ts';
import type { LogFields, SettlementOutbox } from '../../../ports.ts';
import {
  StoreLockedError,
  StoreUnavailableError,
  type KeyRecord,
  type Settlement,
} from '../../../store/index.ts';
import { LateSync } from './late-sync.ts';
import { SettlementBatches } from './settlement-batches.ts';
import type { SettlementQueueOptions } from './settlement-queue-options.ts';
import {
  describeSettlement,
  endedExchange,
  waitingSettlement,
  type WaitingSettlement,
} from './waiting-settlement.ts';
import { writeBatch } from './written-batch.ts';

const unsettled = 'An exchange could not be settled.';
const outageTexts = {
  level: 'error',
  begun: 'The store is down; settlements are kept for later.',
  over: 'The store is available again; it gets the settlements that were kept.',
} as const;

type Kept = Settlement | WaitingSettlement;

/** Settlements that are being written to the store, first of all those that earlier processes left in the outbox. */
export class SettlementQueue {
  readonly #options: SettlementQueueOptions;
  readonly #batches: SettlementBatches;
  readonly #sync: LateSync;
  readonly #outage: OutageLog;
  /** The ids of those that the outbox has not taken. */
  readonly #unsaved = new Set<string>();
  /** The accounts that are locked in the store, each of which is logged once. */
  readonly #lockedAccounts = new Set<string>();
  /** Present until the settlements of earlier processes have been read and tried once. */
  #recovery: Promise<void> | undefined;
  /** True after the outbox has rejected a settlement, so that it is logged once. */
  #hasRefused = false;
  /** How many exchanges of an outage are not recorded: they called no upstream. */
  #unrecorded = 0;

  constructor(options: SettlementQueueOptions) {
    this.#options = options;
    this.#outage = createOutageLog(options.log, outageTexts);
    this.#batches = new SettlementBatches({
      clock: options.clock,
      write: (batch) => this.#writeBatch(batch),
      onEnded: (ids) => {
        this.#forget(ids);
      },
      onFailed: () => this.#reportFailure(),
    });
    this.#sync = new LateSync({
      outbox: options.outbox,
      log: options.log,
      findOldest: () => this.#batches.waiting.keys().next().value,
    });
    if (options.outbox !== undefined) this.#recovery = this.#recover(options.outbox);
  }

  /** True when no further settlement can be queued, for want of room or because the outbox does not take it. */
  get isFull(): boolean {
    const { waiting, isDown } = this.#batches;
    const isHeldUp = isDown || this.#lockedAccounts.size > 0;
    return (isHeldUp && waiting.size >= this.#options.capacity) || this.#unsaved.size > 0;
  }

  /** How many settlements are queued because the store is unavailable. */
  get kept(): number {
    return this.#batches.isDown ? this.#batches.waiting.size : 0;
  }

  /**
   * Resolves when the settlement is recorded, or when it is queued because the store is unavailable; never
   * rejects. Returns false when neither store nor outbox have taken it, so that it is lost if the process ends.
   */
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

  /** Writes what waits for the store now. Resolves when that is done or the store is unavailable; never rejects. */
  async flush(): Promise<void> {
    await this.#recovery;
    await this.#batches.flush();
  }

  /**
   * Does the same if exchanges have ended whose reservations may still count against the key or its account;
   * resolves with false if there are none. Never rejects.
   */
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

  /**
   * Writes the queued settlements if the pause since the last try is over; for hosts on which timers end with
   * the request that started them. Resolves when it has tried; never rejects.
   */
  flushIfDue(): Promise<void> {
    return this.#batches.retryIfDue();
  }

  /** Tries once more, and logs the settlements that are still queued. */
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
    const failure = await this.#write(settlement);
    if (failure === undefined) return true;
    if (failure instanceof StoreLockedError) return this.#keep(settlement, failure);
    return this.#settleInOutage(settlement, failure);
  }

  async #settleInOutage(settlement: Settlement, cause?: StoreUnavailableError): Promise<boolean> {
    if (settlement.charges.length > 0) return this.#keep(settlement, cause);
    this.#outage.begin({ kept: this.#batches.waiting.size, cause });
    this.#unrecorded += 1;
    this.#options.onLost(endedExchange(settlement));
    return true;
  }

  /** Returns why the store is unavailable. A settlement that it rejects for another reason is lost. */
  async #write(settlement: Settlement): Promise<StoreUnavailableError | undefined> {
    try {
      await this.#options.store.settle(settlement);
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return cause;
      this.#giveUp(unsettled, settlement, { cause });
      return undefined;
    }
    this.#reportReturn();
    this.#options.onSettled(endedExchange(settlement));
    return undefined;
  }

  /** The same for a batch; reports only what no other try has written meanwhile. Returns the ids of the locked ones. */
  async #writeBatch(batch: readonly WaitingSettlement[]): Promise<ReadonlySet<string> | undefined> {
    const { store, onSettled } = this.#options;
    const written = await writeBatch(store, batch);
    if (written instanceof StoreUnavailableError) {
      this.#outage.begin({ kept: this.#batches.waiting.size, cause: written });
      return undefined;
    }
    this.#reportReturn();
    for (const settlement of written.settled) {
      this.#reportUnlock(settlement.accountId);
      if (this.#batches.waiting.has(settlement.id)) onSettled(settlement);
    }
    for (const { settlement, cause } of written.failed) {
      if (this.#batches.waiting.has(settlement.id)) this.#giveUp(unsettled, settlement, { cause });
    }
    for (const { accountId } of written.locked) this.#reportLock(accountId);
    return new Set(written.locked.map(({ id }) => id));
  }

  /** @param cause why the store has not taken it; absent where that is known from before */
  async #keep(settlement: Settlement, cause?: StoreUnavailableError): Promise<boolean> {
    if (this.#batches.waiting.size >= this.#options.capacity) {
      this.#giveUp('A settlement is lost: the store is down and too many wait.', settlement);
      return false;
    }
    const waiting = waitingSettlement(settlement);
    if (cause instanceof StoreLockedError) {
      this.#batches.addLocked(waiting);
      this.#reportLock(waiting.accountId);
    } else {
      this.#batches.addFailed(waiting);
      this.#outage.begin({ kept: this.#batches.waiting.size, cause });
    }
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
      const message = 'A settlement is kept in memory only: the disk does not take it.';
      if (!this.#unsaved.has(id)) this.#say(message, waiting, { cause });
      this.#unsaved.add(id);
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
  async #reportFailure(): Promise<void> {
    const { waiting } = this.#batches;
    for (const id of this.#unsaved) {
      const settlement = waiting.get(id);
      if (settlement === undefined || !(await this.#save(settlement))) break;
    }
  }

  #reportLock(accountId: string): void {
    if (this.#lockedAccounts.has(accountId)) return;
    this.#lockedAccounts.add(accountId);
    const message =
      'Another session of the database keeps an account locked; its settlements are kept for later.';
    this.#options.log('error', message, { account_id: accountId });
  }

  #reportUnlock(accountId: string): void {
    if (!this.#lockedAccounts.delete(accountId)) return;
    const message = 'The account is no longer locked; its settlements are in the store.';
    this.#options.log('info', message, { account_id: accountId });
  }

  #reportReturn(): void {
    this.#outage.end({ kept: this.#batches.waiting.size, unrecorded: this.#unrecorded });
    this.#unrecorded = 0;
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
