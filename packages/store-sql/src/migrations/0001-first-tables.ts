/** The first migration; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates keys, admin tokens and exchanges. */
export const firstTables: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createKeys(database);
    await createAdminTokens(database);
    await createExchanges(database);
    await indexExchanges(database);
  },
};

async function createKeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('display', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('group_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .execute();
}

async function createAdminTokens(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('admin_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('display', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** No foreign key to `keys`: an exchange outlives its key, and keys may also be in the configuration file. */
async function createExchanges(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('exchanges')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('group_name', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('inbound', 'text', (column) => column.notNull())
    .addColumn('outbound', 'text')
    .addColumn('call_name', 'text', (column) => column.notNull())
    .addColumn('upstream', 'text')
    .addColumn('upstream_model', 'text')
    .addColumn('stream', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint')
    .addColumn('cache_read_tokens', 'bigint')
    .addColumn('cache_write_5m_tokens', 'bigint')
    .addColumn('cache_write_1h_tokens', 'bigint')
    .addColumn('output_tokens', 'bigint')
    .addColumn('reasoning_tokens', 'bigint')
    .addColumn('usage_estimated', 'integer')
    .addColumn('fidelity', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('first_byte_ms', 'bigint')
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .execute();
}

/** In the order of the list, so that a page of it is read from the index without sorting. */
async function indexExchanges(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('exchanges_by_start')
    .on('exchanges')
    .columns(['started_at', 'id'])
    .execute();
  await database.schema
    .createIndex('exchanges_by_key')
    .on('exchanges')
    .columns(['key_id', 'started_at', 'id'])
    .execute();
}
