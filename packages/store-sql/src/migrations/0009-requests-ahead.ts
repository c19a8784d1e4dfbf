/** The migration that lets a reservation hold amounts for further requests; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the requests per minute and the slots that a reservation holds. Until now, each one had a slot, and its
 * request was never given back.
 */
export const requestsAhead: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const [column, initial] of [
      ['requests', 0],
      ['slots', 1],
    ] as const) {
      await database.schema
        .alterTable('reservations')
        .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(initial))
        .execute();
    }
  },
};
