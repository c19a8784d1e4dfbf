/** Reads and writes accounts; part of `createSqlStore`. */
import { emptyAccountState } from '@parley/core/ledger';
import {
  accountFields,
  checkListLimit,
  checkUnchanged,
  defaultAccountId,
  StoreConflictError,
  StoreReferenceError,
} from '@parley/core/store';
import type {
  AccountChanges,
  AccountRecord,
  AccountStore,
  AccountWithState,
  ListPage,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from './database.ts';
import { createRowCodec } from './row-codec.ts';
import type { AccountRow, Schema } from './schema.ts';
import { readAccountStates } from './states.ts';

const codec = createRowCodec<AccountRecord>(accountFields);

export function createAccountStore(database: Kysely<Schema>, facts: DatabaseFacts): AccountStore {
  const checkExpected = async (
    transaction: Kysely<Schema>,
    id: string,
    expected?: AccountRecord,
  ): Promise<void> => {
    const row = expected && (await lockAccount(transaction, facts, id));
    if (row !== undefined) checkUnchanged(codec.decode(row), expected);
  };
  return {
    addAccount: (account) => addAccount(database, account),
    readAccount: (id) => readAccount(database, id),
    listAccounts: (page) => listAccounts(database, page),
    changeAccount: (id, changes, expected) =>
      database.transaction().execute(async (transaction) => {
        await checkExpected(transaction, id, expected);
        return changeAccount(transaction, id, changes);
      }),
    deleteAccount: (id, expected) =>
      database.transaction().execute(async (transaction) => {
        await checkExpected(transaction, id, expected);
        return deleteAccount(transaction, facts, id);
      }),
  };
}

/**
 * Locks an account until the transaction ends, so that a key cannot be added while the account is deleted, or
 * the reverse. Returns `undefined` when there is none.
 */
export async function lockAccount(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<AccountRow | undefined> {
  return transaction
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(facts.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
}

async function addAccount(database: Kysely<Schema>, account: AccountRecord): Promise<void> {
  const result = await database
    .insertInto('accounts')
    .values({ ...codec.encode(account), deleted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('An account with this id exists already, or existed once.');
  }
}

async function readAccount(
  database: Kysely<Schema>,
  id: string,
): Promise<AccountWithState | undefined> {
  const row = await database
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const [account] = await withStates(database, row ? [row] : []);
  return account;
}

async function listAccounts(
  database: Kysely<Schema>,
  { afterId, limit }: ListPage,
): Promise<readonly AccountWithState[]> {
  checkListLimit(limit);
  let query = database.selectFrom('accounts').selectAll().where('deleted_at', 'is', null);
  if (afterId !== undefined) query = query.where('id', '>', afterId);
  return withStates(database, await query.orderBy('id').limit(limit).execute());
}

async function withStates(
  database: Kysely<Schema>,
  rows: readonly AccountRow[],
): Promise<readonly AccountWithState[]> {
  const states = await readAccountStates(
    database,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    account: codec.decode(row),
    state: states.get(row.id) ?? emptyAccountState(row.id),
  }));
}

async function changeAccount(
  database: Kysely<Schema>,
  id: string,
  changes: AccountChanges,
): Promise<AccountRecord | undefined> {
  const row = await database
    .updateTable('accounts')
    // Sets the id to itself, so that a change without fields is a valid statement too.
    .set({ id, ...codec.encodeChanges(changes) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && codec.decode(row);
}

async function deleteAccount(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<boolean> {
  if (id === defaultAccountId) {
    throw new StoreReferenceError('The default account cannot be deleted.');
  }
  if ((await lockAccount(transaction, facts, id)) === undefined) return false;
  if (await hasKeys(transaction, id)) {
    throw new StoreReferenceError('Keys still belong to this account.');
  }
  await transaction
    .updateTable('accounts')
    .set({ deleted_at: await facts.now(transaction) })
    .where('id', '=', id)
    .execute();
  return true;
}

async function hasKeys(transaction: Kysely<Schema>, accountId: string): Promise<boolean> {
  const key = await transaction
    .selectFrom('keys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}
