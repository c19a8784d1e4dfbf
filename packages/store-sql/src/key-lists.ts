import type {
  FoundKey,
  KeyName,
  KeyRecord,
  KeyState,
  KeyStore,
  ListedKey,
} from '@parley/core/store';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { decodeAccount } from './account-row.ts';
import type { DatabaseFacts } from './database-facts.ts';
import { decodeKey, decodeKeySecret } from './key-row.ts';
import { readKeyStates } from './key-states.ts';
import { checkListLimit } from './list-limit.ts';
import type { KeyRow, Schema } from './schema.ts';
import { contains, listHolds } from './text-search.ts';

/** Finds a key by its secret in one query, because every exchange asks for it. */
export async function findKey(
  database: Kysely<Schema>,
  hash: string,
): Promise<FoundKey | undefined> {
  const row = await database
    .selectFrom('key_secrets')
    .innerJoin('keys', 'keys.id', 'key_secrets.key_id')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .selectAll('keys')
    .select([
      'key_secrets.display',
      'key_secrets.created_at as secret_created_at',
      'key_secrets.expires_at as secret_expires_at',
      'accounts.name as account_name',
      'accounts.models as account_models',
      'accounts.prepaid as account_prepaid',
      'accounts.disabled as account_disabled',
      'accounts.created_at as account_created_at',
    ])
    .where('key_secrets.hash', '=', hash)
    .where('keys.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && decodeFoundKey(hash, row);
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

/** By its id, its name, or what a person recognises one of its secrets by. */
function isNamed(
  where: ExpressionBuilder<Schema, 'keys'>,
  text: string,
  facts: DatabaseFacts,
): Expression<SqlBool> {
  const secrets = where
    .selectFrom('key_secrets')
    .select('key_secrets.hash')
    .whereRef('key_secrets.key_id', '=', 'keys.id')
    .where((secret) => contains(facts, secret.ref('key_secrets.display'), text));
  return where.or([
    contains(facts, where.ref('keys.id'), text),
    contains(facts, where.ref('keys.name'), text),
    where.exists(secrets),
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

interface FoundRow extends KeyRow {
  readonly display: string;
  readonly secret_created_at: number;
  readonly secret_expires_at: number | null;
  readonly account_name: string;
  readonly account_models: string | null;
  readonly account_prepaid: 0 | 1;
  readonly account_disabled: 0 | 1;
  readonly account_created_at: number;
}

function decodeFoundKey(hash: string, row: FoundRow): FoundKey {
  return {
    key: decodeKey(row),
    secret: decodeKeySecret({
      hash,
      key_id: row.id,
      display: row.display,
      created_at: row.secret_created_at,
      expires_at: row.secret_expires_at,
    }),
    account: decodeAccount({
      id: row.account_id,
      name: row.account_name,
      models: row.account_models,
      prepaid: row.account_prepaid,
      disabled: row.account_disabled,
      created_at: row.account_created_at,
    }),
  };
}

function selectKeys(database: Kysely<Schema>) {
  return database
    .selectFrom('keys')
    .selectAll('keys')
    .select((select) => selectDisplay(select).as('display'))
    .where('keys.deleted_at', 'is', null);
}

/** Of secrets made in the same millisecond, the one that stays is the newest. */
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
  const listed = rows.map((row) => ({ key: decodeKey(row), display: row.display ?? '' }));
  const states = await readKeyStates(
    database,
    facts,
    listed.map(({ key }) => key),
  );
  return listed.map(({ key, display }) => ({
    key,
    display,
    state: stateOf(key, states),
  }));
}

function stateOf({ id }: KeyRecord, states: ReadonlyMap<string, KeyState>): KeyState {
  const state = states.get(id);
  if (!state) throw new Error(`The state of the key ${id} was not read.`);
  return state;
}
