/** Writes keys and their secrets; with the reads of `key-queries.ts` a part of `createSqlStore`. */
import {
  checkSameKey,
  keySecretFields,
  StoreConflictError,
  StoreReferenceError,
  toWholeNumber,
} from '@parley/core/store';
import type {
  FirstRecords,
  KeyAsRead,
  KeyChanges,
  KeyRecord,
  KeySecret,
  KeyStore,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { lockAccount } from './accounts.ts';
import { createBatchedRead } from './batched-read.ts';
import type { DatabaseFacts } from './database.ts';
import { lockGroups } from './entities.ts';
import { findKeys, keyCodec, listKeys, readKey, readKeyNames } from './key-queries.ts';
import { createRowCodec } from './row-codec.ts';
import type { Schema } from './schema.ts';

const secretCodec = createRowCodec<KeySecret>(keySecretFields);

export function createKeyStore(database: Kysely<Schema>, facts: DatabaseFacts): KeyStore {
  const inTransaction = <Result>(step: (transaction: Kysely<Schema>) => Promise<Result>) =>
    database.transaction().execute(step);
  const lockExpected = async (transaction: Kysely<Schema>, id: string, expected?: KeyAsRead) => {
    const isLocked = await lockKey(transaction, facts, id);
    const current = isLocked && expected && (await readKey(transaction, facts, id));
    if (current) checkSameKey(current, expected);
    return isLocked;
  };
  return {
    addKey: (key, secret, declaredGroups = []) =>
      inTransaction(async (transaction) => {
        await addKey(transaction, facts, { key, secret });
        await lockGroups(transaction, facts, declaredGroups);
      }),
    findKey: createBatchedRead((hashes) => findKeys(database, hashes)),
    readKey: (id) => readKey(database, facts, id),
    listKeys: (page) => listKeys(database, facts, page),
    readKeyNames: (ids) => readKeyNames(database, ids),
    changeKey: (id, changes, { declaredGroups = [], expected } = {}) =>
      inTransaction(async (transaction) => {
        await lockGroups(transaction, facts, declaredGroups);
        if (expected !== undefined && !(await lockExpected(transaction, id, expected))) {
          return undefined;
        }
        return changeKey(transaction, id, changes);
      }),
    rotateKey: (secret, othersExpireAt, expected) =>
      inTransaction(async (transaction) => {
        if (!(await lockExpected(transaction, secret.keyId, expected))) return false;
        await endSecrets(transaction, secret.keyId, othersExpireAt);
        await addSecret(transaction, secret);
        return true;
      }),
    deleteKey: (id, expected) =>
      inTransaction(async (transaction) => {
        if (!(await lockExpected(transaction, id, expected))) return false;
        await deleteKey(transaction, facts, id);
        return true;
      }),
  };
}

/** Adds a key with its secret. Throws as `KeyStore.addKey`. */
export async function addKey(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  { key, secret }: Pick<FirstRecords, 'key' | 'secret'>,
): Promise<void> {
  if (!(await lockAccount(transaction, facts, key.accountId))) {
    throw new StoreReferenceError('There is no such account.');
  }
  const result = await transaction
    .insertInto('keys')
    .values({ ...keyCodec.encode(key), deleted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A key with this id exists already, or existed once.');
  }
  await addSecret(transaction, secret);
}

async function addSecret(transaction: Kysely<Schema>, secret: KeySecret): Promise<void> {
  const result = await transaction
    .insertInto('key_secrets')
    .values(secretCodec.encode(secret))
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
    // Sets the id to itself, so that a change without fields is a valid statement too.
    .set({ id, ...keyCodec.encodeChanges(changes) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && keyCodec.decode(row);
}

/** Locks a key until the transaction ends, so that no secret is added while it is deleted. */
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
  const end = toWholeNumber(expiresAt);
  await transaction
    .updateTable('key_secrets')
    .set({ expires_at: end })
    .where('key_id', '=', keyId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', end)]))
    .execute();
}

/** Exchanges refer to the key's row, so it is only marked as deleted; its secrets are deleted. */
async function deleteKey(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<void> {
  await transaction
    .updateTable('keys')
    .set({ deleted_at: await facts.now(transaction) })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('key_secrets').where('key_id', '=', id).execute();
}
