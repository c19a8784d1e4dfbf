/** The migration that indexes keys by their creation; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys are listed newest first, all of them or those of an account. */
export const keysByCreation: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database;
    await schema.createIndex('keys_by_creation').on('keys').columns(['created_at', 'id']).execute();
    await schema.dropIndex('keys_by_account').execute();
    await schema
      .createIndex('keys_by_account')
      .on('keys')
      .columns(['account_id', 'created_at', 'id'])
      .execute();
  },
};
