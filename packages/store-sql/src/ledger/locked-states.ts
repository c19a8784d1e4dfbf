/** States of keys and accounts that are locked until a transaction ends; used by every change of money. */
import { emptyAccountState, emptyKeyState, type LedgerStates } from '@parley/core/ledger';
import {
  ledgerEntryFields,
  type AccountState,
  type KeyState,
  type LedgerEntry,
} from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { writeRows, type DatabaseFacts } from '../database.ts';
import { createRowCodec, type RowOf } from '../row-codec.ts';
import type { KeyStateRow, Schema } from '../schema.ts';
import { accountStateCodec, decodeKeyState, encodeKeyState } from '../states.ts';

export const entryCodec = createRowCodec<LedgerEntry>(ledgerEntryFields);

type AccountStateRow = RowOf<AccountState>;

/** The key and the account whose states are needed. */
export interface Owners {
  readonly keyId: string;
  readonly accountId: string;
}

/** States that no other transaction can change until this one ends. */
export class LockedStates {
  readonly #keys: Map<string, KeyState>;
  readonly #accounts: Map<string, AccountState>;
  readonly #changedKeys = new Set<string>();
  readonly #changedAccounts = new Set<string>();

  /** @param owners may include owners without rows, because they were never used */
  constructor(
    keys: readonly KeyStateRow[],
    accounts: readonly AccountStateRow[],
    owners: readonly Owners[],
  ) {
    this.#keys = new Map(owners.map(({ keyId }) => [keyId, emptyKeyState(keyId, 0)]));
    this.#accounts = new Map(owners.map(({ accountId: id }) => [id, emptyAccountState(id)]));
    for (const row of keys) this.#keys.set(row.key_id, decodeKeyState(row));
    for (const row of accounts) this.#accounts.set(row.account_id, accountStateCodec.decode(row));
  }

  get({ keyId, accountId }: Owners): LedgerStates {
    const key = this.#keys.get(keyId);
    const account = this.#accounts.get(accountId);
    if (key === undefined || account === undefined) throw new Error('These states are not locked.');
    return { key, account };
  }

  /** @throws RangeError when a number cannot be stored exactly; nothing has changed then */
  set({ key, account }: LedgerStates): void {
    encodeKeyState(key);
    accountStateCodec.encode(account);
    if (this.#keys.get(key.keyId) !== key) this.#changedKeys.add(key.keyId);
    if (this.#accounts.get(account.accountId) !== account) {
      this.#changedAccounts.add(account.accountId);
    }
    this.#keys.set(key.keyId, key);
    this.#accounts.set(account.accountId, account);
  }

  /** Writes the changed states. */
  async write(transaction: Transaction<Schema>, facts: DatabaseFacts): Promise<void> {
    const keys = [...this.#keys.values()].filter(({ keyId }) => this.#changedKeys.has(keyId));
    const accounts = [...this.#accounts.values()].filter(({ accountId }) =>
      this.#changedAccounts.has(accountId),
    );
    await writeRows(facts, keys.map(encodeKeyState), (some) => writeKeys(transaction, some));
    await writeRows(
      facts,
      accounts.map((state) => accountStateCodec.encode(state)),
      (some) => writeAccounts(transaction, some),
    );
  }
}

/**
 * Makes sure that there are rows to lock. Runs before the transaction, so that no lock is held while another
 * process inserts the same rows; owners in `known` are skipped. Where a transaction locks the whole database,
 * no row is needed.
 */
export async function prepareStates(
  database: Kysely<Schema>,
  { rowLocks }: DatabaseFacts,
  { owners, known }: { readonly owners: readonly Owners[]; readonly known: Set<string> },
): Promise<void> {
  const unknown = owners.filter(({ keyId, accountId }) => !known.has(`${accountId} ${keyId}`));
  if (!rowLocks || unknown.length === 0) return;
  const accounts = sortedIds(unknown.map(({ accountId }) => accountId));
  const keys = sortedIds(unknown.map(({ keyId }) => keyId));
  await database
    .insertInto('account_states')
    .values(accounts.map((id) => ({ account_id: id, granted: 0, spent: 0, reserved: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('key_states')
    .values(keys.map((id) => encodeKeyState(emptyKeyState(id, 0))))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (known.size > maxKnown) known.clear();
  for (const { keyId, accountId } of unknown) known.add(`${accountId} ${keyId}`);
}

/** The maximum number of pairs of key and account in the cache. */
const maxKnown = 100_000;

/** Locks states always in the same order, so that transactions cannot deadlock. */
export async function lockStates(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
  owners: readonly Owners[],
): Promise<LockedStates> {
  const accounts = await transaction
    .selectFrom('account_states')
    .selectAll()
    .where('account_id', 'in', sortedIds(owners.map(({ accountId }) => accountId)))
    .orderBy('account_id')
    .$if(facts.rowLocks, (query) => query.forUpdate())
    .execute();
  const keys = await transaction
    .selectFrom('key_states')
    .selectAll()
    .where('key_id', 'in', sortedIds(owners.map(({ keyId }) => keyId)))
    .orderBy('key_id')
    .$if(facts.rowLocks, (query) => query.forUpdate())
    .execute();
  return new LockedStates(keys, accounts, facts.rowLocks ? [] : owners);
}

function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

async function writeKeys(
  transaction: Transaction<Schema>,
  rows: readonly KeyStateRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'key_id');
  await transaction
    .insertInto('key_states')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet((changed) =>
          Object.fromEntries(
            columns.map((name) => [name, changed.ref(`excluded.${name as keyof KeyStateRow}`)]),
          ),
        ),
    )
    .execute();
}

async function writeAccounts(
  transaction: Transaction<Schema>,
  rows: readonly AccountStateRow[],
): Promise<void> {
  await transaction
    .insertInto('account_states')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((changed) => ({
        granted: changed.ref('excluded.granted'),
        spent: changed.ref('excluded.spent'),
        reserved: changed.ref('excluded.reserved'),
      })),
    )
    .execute();
}
