/** Finds and lists keys; used by `keys.ts`. */
import {
  accountFields,
  checkListLimit,
  keyFields,
  keySecretFields,
  toWholeNumber,
} from '@parley/core/store';
import type {
  AccountRecord,
  FoundKey,
  KeyConditions,
  KeyName,
  KeyRecord,
  KeySecret,
  KeyStore,
  ListedKey,
} from '@parley/core/store';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { contains, listHolds } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { KeyRow, Schema } from './schema.ts';
import { readKeyStates } from './states.ts';

export const keyCodec = createRowCodec<KeyRecord>(keyFields);
/** The columns of the secret by which a key is found. */
const foundSecrets = createRowCodec<KeySecret, 'secret_'>(keySecretFields, 'secret_');
const foundAccounts = createRowCodec<AccountRecord, 'account_'>(accountFields, 'account_');

type FoundRow = KeyRow & RowOf<KeySecret, 'secret_'> & RowOf<AccountRecord, 'account_'>;

/** Finds keys by the hashes of their secrets in one query, because every exchange needs one. */
export async function findKeys(
  database: Kysely<Schema>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FoundKey>> {
  const rows = await database
    .selectFrom('key_secrets')
    .innerJoin('keys', 'keys.id', 'key_secrets.key_id')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .selectAll('keys')
    .select(foundSecrets.columns.map((name) => `key_secrets.${name} as secret_${name}` as const))
    .select(foundAccounts.columns.map((name) => `accounts.${name} as account_${name}` as const))
    .where('key_secrets.hash', 'in', hashes)
    .where('keys.deleted_at', 'is', null)
    .$castTo<FoundRow>()
    .execute();
  return new Map(rows.map((row) => [row.secret_hash, decodeFound(row)]));
}

function decodeFound(row: FoundRow): FoundKey {
  return {
    key: keyCodec.decode(row),
    secret: foundSecrets.decode(row),
    account: foundAccounts.decode(row),
  };
}

export async function readKey(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  id: string,
): Promise<ListedKey | undefined> {
  const rows = await selectKeys(database).where('keys.id', '=', id).execute();
  const [key] = await withStates(database, facts, rows);
  return key;
}

export async function listKeys(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { accountId, group, text, expiring, afterId, limit }: Parameters<KeyStore['listKeys']>[0],
): Promise<readonly ListedKey[]> {
  checkListLimit(limit);
  let query = selectKeys(database);
  if (accountId !== undefined) query = query.where('keys.account_id', '=', accountId);
  if (group !== undefined) {
    query = query.where((where) => listHolds(facts, where.ref('keys.groups'), group));
  }
  if (text !== undefined) query = query.where((where) => isNamed(where, text, facts));
  if (expiring !== undefined) query = query.where((where) => expires(where, expiring));
  if (afterId !== undefined) query = query.where((where) => follows(where, afterId));
  const rows = await query
    .orderBy('keys.created_at', 'desc')
    .orderBy('keys.id', 'desc')
    .limit(limit)
    .execute();
  return withStates(database, facts, rows);
}

/** Whether a key stands after another in the list. Deleted keys keep their place, because their rows are kept. */
function follows(where: ExpressionBuilder<Schema, 'keys'>, id: string): Expression<SqlBool> {
  const place = where
    .selectFrom('keys as last')
    .select(['last.created_at', 'last.id'])
    .where('last.id', '=', id);
  return sql`(${where.ref('keys.created_at')}, ${where.ref('keys.id')}) < ${place}`;
}

function expires(
  where: ExpressionBuilder<Schema, 'keys'>,
  { from, until }: NonNullable<KeyConditions['expiring']>,
): Expression<SqlBool> {
  const [first, last] = [toWholeNumber(from), toWholeNumber(until)];
  return where.and([
    where.between('keys.expires_at', first, last),
    where(sql<number>`keys.expires_at - keys.created_at`, '>', last - first),
  ]);
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
export async function readKeyNames(
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
  const listed = rows.map((row) => ({ key: keyCodec.decode(row), display: row.display ?? '' }));
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
