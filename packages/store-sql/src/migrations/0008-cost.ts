/** The migration that adds what an exchange costs the operator; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { forEachPage } from './pages.ts';

/**
 * Adds the cost of the targets beside what is charged. Until now, the amount at list price was that cost: the
 * price of the target that answered, without the multiplier of the group.
 */
export const cost: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const table of ['exchanges', 'ledger'] as const) {
      await database.schema.alterTable(table).addColumn('cost_nano_usd', 'bigint').execute();
      await forEachPage(database, table, async ({ after, last }) => {
        await sql`
          update ${sql.table(table)} set cost_nano_usd = list_nano_usd
          where id > ${after} and id <= ${last}
        `.execute(database);
      });
    }
    await database.schema
      .alterTable('usage_sums')
      .addColumn('cost_nano_usd', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update usage_sums set cost_nano_usd = list_nano_usd`.execute(database);
  },
};
