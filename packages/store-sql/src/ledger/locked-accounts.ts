/** Keeps rows that another session of the database has locked from holding up other accounts; used by the ledger. */
import { StoreLockedError } from '@parley/core/store';
import type { Payer } from '../hot-statements.ts';
import type { BatchWrite, Result } from './group-commit.ts';

/** Returns those of which another transaction has locked a row now. Never waits for a lock. */
export type FindLocked = (payers: readonly Payer[]) => Promise<readonly Payer[]>;

/** How items are written, and whose states that changes. */
export interface LockableWrite<Item, Value> {
  readonly write: BatchWrite<Item, Result<Value>>;
  readonly payerOf: (item: Item) => Payer;
}

/** Milliseconds between two looks at the accounts that are known to be locked. */
const lookMs = 250;
/** Milliseconds for which work waits for its account, before it is tried for the last time. */
const waitMs = 4_000;

/**
 * The accounts of which a change has failed because of a lock. Until a look finds them free, work on them waits here,
 * without a connection, and batches are written without it.
 */
export class LockedAccounts {
  readonly #find: FindLocked;
  /** The payers to look at, by their account. */
  readonly #locked = new Map<string, Payer>();
  #lookedAt = -Infinity;
  #look: Promise<boolean> | undefined;

  constructor(find: FindLocked) {
    this.#find = find;
  }

  /**
   * Runs work on the states of a payer, again and again while these are locked.
   * @throws StoreLockedError when they are locked for too long
   */
  async run<Value>(payer: Payer, work: () => Promise<Value>): Promise<Value> {
    for (const until = performance.now() + waitMs; ;) {
      await this.refresh();
      try {
        if (this.#locked.has(payer.accountId)) throw new StoreLockedError();
        return await work();
      } catch (error) {
        if (!(error instanceof StoreLockedError)) throw error;
        this.#mark(payer);
        if (performance.now() >= until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** Looks whether accounts that were locked are free, if it is time to look. */
  async refresh(): Promise<void> {
    if (this.#locked.size === 0 || performance.now() - this.#lookedAt < lookMs) return;
    this.#look ??= this.#lookAt([...this.#locked.values()]).finally(() => {
      this.#lookedAt = performance.now();
      this.#look = undefined;
    });
    await this.#look;
  }

  /**
   * Writes a batch without the items whose account is locked: these fail with `StoreLockedError`. When the whole batch
   * fails because of a lock, it is written again without the accounts that are locked.
   */
  async write<Item, Value>(
    batch: readonly Item[],
    how: LockableWrite<Item, Value>,
  ): Promise<readonly Result<Value>[]> {
    const results = new Map<Item, Result<Value>>();
    await this.#writeFree(batch, how, results);
    return batch.map(
      (item) => results.get(item) ?? { kind: 'failed', reason: new StoreLockedError() },
    );
  }

  async #writeFree<Item, Value>(
    batch: readonly Item[],
    how: LockableWrite<Item, Value>,
    results: Map<Item, Result<Value>>,
  ): Promise<void> {
    const free = batch.filter((item) => !this.#locked.has(how.payerOf(item).accountId));
    if (free.length === 0) return;
    try {
      const written = await how.write(free);
      for (const [index, item] of free.entries())
        results.set(item, written[index] as Result<Value>);
    } catch (error) {
      if (!(error instanceof StoreLockedError)) throw error;
      for (const part of await this.#divide(free, how)) await this.#writeFree(part, how, results);
    }
  }

  /** The parts of a batch that are to be tried next, after one of its accounts was locked. */
  async #divide<Item, Value>(
    batch: readonly Item[],
    { payerOf }: LockableWrite<Item, Value>,
  ): Promise<readonly (readonly Item[])[]> {
    if (await this.#lookAt(batch.map(payerOf))) return [batch];
    // Other rows are locked, such as the sums of an account.
    const accounts = Map.groupBy(batch, (item) => payerOf(item).accountId);
    if (accounts.size > 1) return [...accounts.values()];
    for (const item of batch) this.#mark(payerOf(item));
    return [];
  }

  /** Learns which of these payers are locked: all of them where their table is. Returns whether any is. */
  async #lookAt(payers: readonly Payer[]): Promise<boolean> {
    const locked = await this.#find(payers).catch((error: unknown) => {
      if (error instanceof StoreLockedError) return payers;
      throw error;
    });
    for (const { accountId } of payers) this.#locked.delete(accountId);
    for (const one of locked) this.#mark(one);
    return locked.length > 0;
  }

  #mark({ keyId, accountId }: Payer): void {
    if (!this.#locked.has(accountId)) this.#locked.set(accountId, { keyId, accountId });
  }
}
