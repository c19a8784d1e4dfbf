/** The states of keys and accounts that a transaction reads and changes; used by every change of money. */
import { emptyAccountState, emptyKeyState, type LedgerStates } from '@parley/core/ledger';
import type { AccountState, KeyState } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import type { HotStatements, Payer, States } from '../hot-statements.ts';
import type { Schema } from '../schema.ts';
import { accountStateCodec, checkKeyState, emptyStateRows } from '../states.ts';

/** States as a transaction found them and has changed them so far; it has locked those with rows. */
export class TransactionStates {
  readonly #keys: Map<string, KeyState>;
  readonly #accounts: Map<string, AccountState>;
  readonly #changedKeys = new Set<string>();
  readonly #changedAccounts = new Set<string>();

  /** @param payers may include some without rows, because they were never used */
  constructor({ keys, accounts }: States, payers: readonly Payer[]) {
    this.#keys = new Map(keys.map((state) => [state.keyId, state]));
    this.#accounts = new Map(accounts.map((state) => [state.accountId, state]));
    for (const { keyId, accountId } of payers) {
      if (!this.#keys.has(keyId)) this.#keys.set(keyId, emptyKeyState(keyId, 0));
      if (!this.#accounts.has(accountId))
        this.#accounts.set(accountId, emptyAccountState(accountId));
    }
  }

  get({ keyId, accountId }: Payer): LedgerStates {
    const key = this.#keys.get(keyId);
    const account = this.#accounts.get(accountId);
    if (key === undefined || account === undefined) throw new Error('These states were not read.');
    return { key, account };
  }

  /** @throws RangeError when a number cannot be stored exactly; nothing has changed then */
  set({ key, account }: LedgerStates): void {
    checkKeyState(key);
    accountStateCodec.check(account);
    if (this.#keys.get(key.keyId) !== key) this.#changedKeys.add(key.keyId);
    if (this.#accounts.get(account.accountId) !== account) {
      this.#changedAccounts.add(account.accountId);
    }
    this.#keys.set(key.keyId, key);
    this.#accounts.set(account.accountId, account);
  }

  all(): States {
    return { keys: [...this.#keys.values()], accounts: [...this.#accounts.values()] };
  }

  /** The states that differ from those that were locked. */
  changed(): States {
    return {
      keys: [...this.#keys.values()].filter(({ keyId }) => this.#changedKeys.has(keyId)),
      accounts: [...this.#accounts.values()].filter(({ accountId }) =>
        this.#changedAccounts.has(accountId),
      ),
    };
  }

  /** Writes the changed states. */
  async write(statements: HotStatements): Promise<void> {
    await statements.writeStates(this.changed());
  }
}

/**
 * Makes sure that there are rows to lock. Runs before the transaction, so that no lock is held while another
 * process inserts the same rows. Where a transaction locks the whole database, no row is needed.
 */
export async function prepareStates(
  database: Kysely<Schema>,
  { rowLocks }: DatabaseFacts,
  payer: Payer,
): Promise<void> {
  if (!rowLocks) return;
  const { accounts, keys } = emptyStateRows([payer]);
  await database
    .insertInto('account_states')
    .values(accounts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('key_states')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Reads and locks the states of payers. */
export async function lockStates(
  statements: HotStatements,
  { rowLocks }: DatabaseFacts,
  payers: readonly Payer[],
): Promise<TransactionStates> {
  return new TransactionStates(await statements.readStates(payers), rowLocks ? [] : payers);
}
