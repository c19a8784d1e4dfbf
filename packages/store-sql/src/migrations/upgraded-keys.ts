/** Moves keys of the first schema to the present one; used by migration 0004. */
import type { Kysely } from 'kysely';

/** How many keys are read at once, so that any number of them fits into memory. */
const keysAtOnce = 1_000;

type FirstKey = {
  readonly id: string;
  readonly hash: string;
  readonly display: string;
  readonly name: string;
  readonly group_name: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly disabled: number;
};

type UpgradedKey = {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly groups: string;
  readonly limits: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly disabled: number;
};

type Secret = Pick<FirstKey, 'hash' | 'display' | 'created_at'> & { readonly key_id: string };

type Tables = {
  readonly first_keys: FirstKey;
  readonly keys: UpgradedKey;
  readonly key_secrets: Secret;
};

/**
 * Moves every key of the first version to the default account, and its hash to the secrets.
 * @param unknown a database with the table `accounts` and its default account
 */
export async function upgradeKeys(unknown: Kysely<unknown>): Promise<void> {
  const database = unknown.$extendTables<Tables>();
  await setAside(database);
  await createKeys(database);
  await createKeySecrets(database);
  await moveKeys(database);
  await database.schema.dropTable('first_keys').execute();
}

/** A copy instead of a rename, because the new table needs the names of the old one's indexes. */
async function setAside(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable('first_keys')
    .as(database.selectFrom('keys').selectAll())
    .execute();
  await database.schema.dropTable('keys').execute();
  await database.schema.createIndex('first_keys_by_id').on('first_keys').column('id').execute();
}

async function createKeys(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('groups', 'text', (column) => column.notNull())
    .addColumn('models', 'text')
    .addColumn('limits', 'text', (column) => column.notNull())
    .addColumn('allowed_from', 'text')
    .addColumn('denied_from', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await database.schema
    .createIndex('keys_by_account')
    .on('keys')
    .columns(['account_id', 'id'])
    .execute();
}

async function createKeySecrets(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable('key_secrets')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('key_id', 'text', (column) => column.notNull().references('keys.id'))
    .addColumn('display', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await database.schema
    .createIndex('key_secrets_by_key')
    .on('key_secrets')
    .columns(['key_id', 'created_at'])
    .execute();
}

async function moveKeys(database: Kysely<Tables>): Promise<void> {
  let after = '';
  for (;;) {
    const page = await database
      .selectFrom('first_keys')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(keysAtOnce)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    for (const key of page) await moveKey(database, key);
    after = last.id;
  }
}

async function moveKey(database: Kysely<Tables>, key: FirstKey): Promise<void> {
  const { hash, display, group_name: group, ...same } = key;
  await database
    .insertInto('keys')
    .values({ ...same, account_id: 'default', groups: JSON.stringify([group]), limits: '{}' })
    .execute();
  await database
    .insertInto('key_secrets')
    .values({ hash, key_id: key.id, display, created_at: key.created_at })
    .execute();
}
