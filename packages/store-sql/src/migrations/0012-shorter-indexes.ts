/** The migration that shortens the indexes of exchanges and of the ledger; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Removes the ids from the indexes that order exchanges and entries by time: half of what an exchange adds to an
 * index was its id. Lists sort the few rows of the same millisecond by id. Tables with many rows keep their
 * indexes, which serve the same queries, because building new ones would delay the start for minutes.
 */
export const shorterIndexes: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const [table, indexes] of Object.entries(shortened)) {
      if (await hasManyRows(database, table)) continue;
      for (const [name, columns] of Object.entries(indexes)) {
        await database.schema.dropIndex(name).execute();
        await database.schema.createIndex(name).on(table).columns(columns).execute();
      }
    }
  },
};

const shortened: Readonly<Record<string, Readonly<Record<string, string[]>>>> = {
  exchanges: {
    // Covers measurements of long spans.
    exchanges_by_start: ['started_at', 'first_byte_ms', 'duration_ms', 'outcome'],
    exchanges_by_settlement: ['settled_at'],
    exchanges_by_key: ['key_id', 'started_at'],
    exchanges_by_account: ['account_id', 'started_at'],
  },
  ledger: {
    ledger_by_at: ['at'],
    ledger_by_account_id: ['account_id', 'at'],
    ledger_by_key_id: ['key_id', 'at'],
    ledger_by_exchange_id: ['exchange_id', 'at'],
  },
};

/** So many rows are indexed anew in a few seconds. */
const maxRows = 200_000;

async function hasManyRows(database: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} limit 1 offset ${sql.lit(maxRows)}
  `.execute(database);
  return rows.length > 0;
}
