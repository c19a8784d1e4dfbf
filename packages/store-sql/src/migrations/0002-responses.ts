/** The migration that adds stored responses; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the responses that are stored for clients. Ids are unique for a key: two keys may use the same one.
 */
export const responses: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('responses')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('responses_identity', ['key_id', 'id'])
      .execute();
    await database.schema
      .createIndex('responses_by_expiry')
      .on('responses')
      .columns(['expires_at'])
      .execute();
  },
};
