/** The migration that adds attempts; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the attempts of exchanges, error messages, and the time of settlement. */
export const attempts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await extendExchanges(database);
    await indexExchanges(database);
  },
};

/** Earlier exchanges have no attempts and no time of settlement. */
async function extendExchanges(database: Kysely<unknown>): Promise<void> {
  const table = database.schema.alterTable('exchanges');
  await table
    .addColumn('attempt_records', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await table
    .addColumn('settled_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['error_reason', 'error_message']) {
    await table.addColumn(name, 'text').execute();
  }
  for (const name of ['authenticated_ms', 'admitted_ms']) {
    await table.addColumn(name, 'bigint').execute();
  }
}

/** Covers measurements of long spans, which then read the index alone, in the order of the list. */
async function indexExchanges(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('exchanges_by_start').execute();
  await database.schema
    .createIndex('exchanges_by_start')
    .on('exchanges')
    .columns(['started_at', 'id', 'first_byte_ms', 'duration_ms', 'outcome'])
    .execute();
  await database.schema
    .createIndex('exchanges_by_settlement')
    .on('exchanges')
    .columns(['settled_at', 'id'])
    .execute();
}
