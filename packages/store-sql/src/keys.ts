/** Reads and writes keys and their secrets; part of `createSqlStore`. */
import {
  accountFields,
  checkListLimit,
  keyFields,
  keySecretFields,
  StoreConflictError,
  StoreReferenceError,
  toWholeNumber,
} from '@parley/core/store';
import type {
  AccountRecord,
  FirstRecords,
  FoundKey,
  KeyChanges,
  KeyName,
  KeyRecord,
  KeySecret,
  KeyStore,
  ListedKey,
} from '@parley/core/store';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { lockAccount } from './accounts.ts';
import { createBatchedRead } from './batched-read.ts';
import { contains, listHolds } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { KeyRow, Schema } from './schema.ts';
import { readKeyStates } from './states.ts';

const keys = createRowCodec<KeyRecord>(keyFields);
const secrets = createRowCodec<KeySecret>(keySecretFields);
/** The columns of the secret by which a key is found. */
const foundSecrets = createRowCodec<KeySecret, 'secret_'>(keySecretFields, 'secret_');
const foundAccounts = createRowCodec<AccountRecord, 'account_'>(accountFields, 'account_');

export function createKeyStore(database: Kysely<Schema>, facts: DatabaseFacts): KeyStore {
  const inTransaction = <Result>(step: (transaction: Kysely<Schema>) => Promise<Result>) =>
    database.transaction().execute(step);
  return {
    addKey: (key, secret) =>
      inTransaction((transaction) => addKey(transaction, facts, { key, secret })),
    findKey: createBatchedRead((hashes) => findKeys(database, hashes)),
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
    .values({ ...keys.encode(key), deleted_at: null })
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
    .values(secrets.encode(secret))
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
    .set({ id, ...keys.encodeChanges(changes) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && keys.decode(row);
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

type FoundRow = KeyRow & RowOf<KeySecret, 'secret_'> & RowOf<AccountRecord, 'account_'>;

/** Finds keys by the hashes of their secrets in one query, because every exchange needs one. */
async function findKeys(
  database: Kysely<Schema>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FoundKey>> {
  const rows = await database
    .selectFrom('key_secrets')
    .innerJoin('keys', 'keys.id', 'key_secrets.key_id')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .selectAll('keys')
    .select(secrets.columns.map((name) => `key_secrets.${name} as secret_${name}` as const))
    .select(foundAccounts.columns.map((name) => `accounts.${name} as account_${name}` as const))
    .where('key_secrets.hash', 'in', hashes)
    .where('keys.deleted_at', 'is', null)
    .$castTo<FoundRow>()
    .execute();
  return new Map(rows.map((row) => [row.secret_hash, decodeFound(row)]));
}

function decodeFound(row: FoundRow): FoundKey {
  return {
    key: keys.decode(row),
    secret: foundSecrets.decode(row),
    account: foundAccounts.decode(row),
  };
}

async function readKey(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<ListedKey | undefined> {
  const rows = await selectKeys(database).where('keys.id', '=', id).execute();
  const [key] = await withStates(database, facts, rows);
  return key;
}

async function listKeys(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { accountId, group, text, afterId, limit }: Parameters<KeyStore['listKeys']>[0],
): Promise<readonly ListedKey[]> {
  checkListLimit(limit);
  let query = selectKeys(database);
  if (accountId !== undefined) query = query.where('keys.account_id', '=', accountId);
  if (group !== undefined) {
    query = query.where((where) => listHolds(facts, where.ref('keys.groups'), group));
  }
  if (text !== undefined) query = query.where((where) => isNamed(where, text, facts));
  if (afterId !== undefined) query = query.where('keys.id', '>', afterId);
  return withStates(database, facts, await query.orderBy('keys.id').limit(limit).execute());
}

/** Matches its id, its name, or the display of one of its secrets. */
function isNamed(
  where: ExpressionBuilder<Schema, 'keys'>,
  text: string,
  facts: DatabaseFacts,
): Expression<SqlBool> {
  const found = where
    .selectFrom('key_secrets')
    .select('key_secrets.hash')
    .whereRef('key_secrets.key_id', '=', 'keys.id')
    .where((secret) => contains(facts, secret.ref('key_secrets.display'), text));
  return where.or([
    contains(facts, where.ref('keys.id'), text),
    contains(facts, where.ref('keys.name'), text),
    where.exists(found),
  ]);
}

/** Deleted keys keep their rows. */
async function readKeyNames(
  database: Kysely<Schema>,
  ids: readonly string[],
): Promise<readonly KeyName[]> {
  if (ids.length === 0) return [];
  checkListLimit(ids.length);
  const rows = await database
    .selectFrom('keys')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, name }) => ({ id, name }));
}

function selectKeys(database: Kysely<Schema>) {
  return database
    .selectFrom('keys')
    .selectAll('keys')
    .select((select) => selectDisplay(select).as('display'))
    .where('keys.deleted_at', 'is', null);
}

/** Of secrets created in the same millisecond, the one that does not expire is the newest. */
function selectDisplay(select: ExpressionBuilder<Schema, 'keys'>) {
  return select
    .selectFrom('key_secrets')
    .select('key_secrets.display')
    .whereRef('key_secrets.key_id', '=', 'keys.id')
    .orderBy('key_secrets.created_at', 'desc')
    .orderBy(sql`case when key_secrets.expires_at is null then 0 else 1 end`)
    .orderBy('key_secrets.hash')
    .limit(1);
}

async function withStates(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  rows: readonly (KeyRow & { readonly display: string | null })[],
): Promise<readonly ListedKey[]> {
  const listed = rows.map((row) => ({ key: keys.decode(row), display: row.display ?? '' }));
  const states = await readKeyStates(
    database,
    facts,
    listed.map(({ key }) => key),
  );
  return listed.map((each) => {
    const state = states.get(each.key.id);
    if (state === undefined) throw new Error(`The state of the key ${each.key.id} was not read.`);
    return { ...each, state };
  });
}
