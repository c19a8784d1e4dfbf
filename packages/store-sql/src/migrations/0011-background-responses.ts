/** The migration that adds responses generated in the background; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the upstream that generates a response, and what is needed to charge it when it ends. */
export const backgroundResponses: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const name of ['upstream', 'pending']) {
      await database.schema.alterTable('responses').addColumn(name, 'text').execute();
    }
    await database.schema
      .createIndex('responses_pending')
      .on('responses')
      .columns(['created_at'])
      .where(sql.ref('pending'), 'is not', null)
      .execute();
  },
};
