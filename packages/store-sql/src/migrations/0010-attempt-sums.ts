/** The migration that counts attempts in sums of usage; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the attempts of upstreams and those that failed. Earlier steps have none. */
export const attemptSums: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const name of ['attempts', 'failed_attempts']) {
      await database.schema
        .alterTable('usage_sums')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
