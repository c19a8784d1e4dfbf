import { StoreConflictError, StoreReferenceError } from '@parley/core/store';
import type { KeyChanges, KeyRecord, KeySecret, KeyStore } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { lockAccount } from './accounts.ts';
import { toInteger } from './column.ts';
import type { DatabaseFacts } from './database-facts.ts';
import { decodeKey, encodeKey, encodeKeyChanges, encodeKeySecret } from './key-row.ts';
import { findKey, listKeys, readKey, readKeyNames } from './key-lists.ts';
import type { Schema } from './schema.ts';

export function createKeyStore(database: Kysely<Schema>, facts: DatabaseFacts): KeyStore {
  const inTransaction = <Result>(step: (transaction: Kysely<Schema>) => Promise<Result>) =>
    database.transaction().execute(step);
  return {
    addKey: (key, secret) =>
      inTransaction(async (transaction) => {
        if (!(await lockAccount(transaction, facts, key.accountId))) {
          throw new StoreReferenceError('There is no such account.');
        }
        await addKey(transaction, key);
        await addSecret(transaction, secret);
      }),
    findKey: (hash) => findKey(database, hash),
    readKey: (id) => readKey(database, facts, id),
    listKeys: (page) => listKeys(database, facts, page),
    readKeyNames: (ids) => readKeyNames(database, ids),
    changeKey: (id, changes) => changeKey(database, id, changes),
    rotateKey: (secret, othersExpireAt) =>
      inTransaction(async (transaction) => {
        if (!(await lockKey(transaction, facts, secret.keyId))) return false;
        await endSecrets(transaction, secret.keyId, othersExpireAt);
        await addSecret(transaction, secret);
        return true;
      }),
    deleteKey: (id) => inTransaction((transaction) => deleteKey(transaction, facts, id)),
  };
}

async function addKey(transaction: Kysely<Schema>, key: KeyRecord): Promise<void> {
  const result = await transaction
    .insertInto('keys')
    .values(encodeKey(key))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A key with this id exists already, or existed once.');
  }
}

async function addSecret(transaction: Kysely<Schema>, secret: KeySecret): Promise<void> {
  const result = await transaction
    .insertInto('key_secrets')
    .values(encodeKeySecret(secret))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A secret with this hash exists already.');
  }
}

async function changeKey(
  database: Kysely<Schema>,
  id: string,
  changes: KeyChanges,
): Promise<KeyRecord | undefined> {
  const row = await database
    .updateTable('keys')
    // Its own id, so that a change of nothing is a statement too.
    .set({ id, ...encodeKeyChanges(changes) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && decodeKey(row);
}

/** Holds a key until the transaction ends, so that no secret comes while it goes. */
async function lockKey(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('keys')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(facts.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

async function endSecrets(
  transaction: Kysely<Schema>,
  keyId: string,
  expiresAt: number,
): Promise<void> {
  const end = toInteger(expiresAt);
  await transaction
    .updateTable('key_secrets')
    .set({ expires_at: end })
    .where('key_id', '=', keyId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', end)]))
    .execute();
}

/** What the key did refers to its row; its secrets lead to nothing any more, so they go. */
async function deleteKey(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<boolean> {
  if (!(await lockKey(transaction, facts, id))) return false;
  await transaction
    .updateTable('keys')
    .set({ deleted_at: await facts.now(transaction) })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('key_secrets').where('key_id', '=', id).execute();
  return true;
}
