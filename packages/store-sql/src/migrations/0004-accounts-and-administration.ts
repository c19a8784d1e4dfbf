/** The migration that adds accounts and administration; listed in `migrations.ts`. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { upgradeKeys } from './upgraded-keys.ts';

/**
 * Adds accounts, keys with several secrets, entities, roles and the audit log. Existing keys and charges
 * belong to the default account.
 */
export const accountsAndAdministration: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createAccounts(database);
    await upgradeKeys(database);
    await extendAdminTokens(database);
    await createAudit(database);
    await createEntities(database);
    await extendExchanges(database);
    await extendResponses(database);
  },
};

async function createAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('models', 'text')
    .addColumn('prepaid', 'integer', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await sql`
    insert into accounts (id, name, prepaid, disabled, created_at)
    values ('default', 'Default', 0, 0, 0)
  `.execute(database);
}

/** Before there were roles, every token had all rights. */
async function extendAdminTokens(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('admin_tokens')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('admin'))
    .execute();
  await database.schema
    .alterTable('admin_tokens')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('admin'))
    .execute();
}

async function createAudit(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute();
  await database.schema
    .createIndex('audit_by_subject')
    .on('audit')
    .columns(['subject_kind', 'subject_id', 'at', 'id'])
    .execute();
  await database.schema
    .createIndex('audit_by_actor')
    .on('audit')
    .columns(['actor', 'at', 'id'])
    .execute();
}

async function createEntities(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('entities')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('entities_identity', ['kind', 'name'])
    .execute();
  await database.schema
    .createTable('entity_version')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into entity_version (id, version) values (1, 0)`.execute(database);
}

/** Before there were prices, usage cost nothing. */
async function extendExchanges(database: Kysely<unknown>): Promise<void> {
  const texts = { account_id: 'default', pricing: 'free' };
  for (const [name, value] of Object.entries(texts)) {
    await database.schema
      .alterTable('exchanges')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  }
  for (const name of ['list_nanos', 'charged_nanos']) {
    await database.schema
      .alterTable('exchanges')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await database.schema
    .createIndex('exchanges_by_account')
    .on('exchanges')
    .columns(['account_id', 'started_at', 'id'])
    .execute();
  // Only the few that are quarantined, so that finding them reads nothing else.
  await sql`
    create index exchanges_quarantined on exchanges (started_at, id)
    where pricing = 'quarantined'
  `.execute(database);
}

/** Before, clients could not refer to items of earlier responses. */
async function extendResponses(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('responses')
    .addColumn('item_ids', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await database.schema
    .createTable('response_items')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('response_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('response_items_identity', ['key_id', 'item_id', 'response_id'])
    .addForeignKeyConstraint(
      'response_items_owner',
      ['key_id', 'response_id'],
      'responses',
      ['key_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await database.schema
    .createIndex('response_items_by_response')
    .on('response_items')
    .columns(['key_id', 'response_id'])
    .execute();
}
