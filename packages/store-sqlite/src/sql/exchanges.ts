import type { ExchangeFilter, ExchangeRecord } from '@parley/core/store';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { decodeExchange } from './exchange-row.ts';
import type { ExchangeRow, Schema } from './schema.ts';

const longestList = 1_000;

/** Writes all rows in one transaction; a row whose id exists changes nothing. */
export async function insertExchanges(
  database: Kysely<Schema>,
  rows: readonly ExchangeRow[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const row of rows) {
      // One statement per row keeps the SQL text the same, and so prepared, for every batch.
      await transaction
        .insertInto('exchanges')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
  });
}

export async function findExchange(
  database: Kysely<Schema>,
  id: string,
): Promise<ExchangeRecord | undefined> {
  const row = await database
    .selectFrom('exchanges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && decodeExchange(row);
}

export async function listExchanges(
  database: Kysely<Schema>,
  filter: ExchangeFilter,
): Promise<readonly ExchangeRecord[]> {
  const { limit } = filter;
  if (!Number.isInteger(limit) || limit < 1 || limit > longestList) {
    throw new RangeError(`The limit must be a whole number from 1 to ${String(longestList)}.`);
  }
  const rows = await selectExchanges(database, filter).execute();
  return rows.map(decodeExchange);
}

/** The query of a list, for which the indexes of the table are made. */
export function selectExchanges(
  database: Kysely<Schema>,
  { keyId, before, limit }: ExchangeFilter,
): SelectQueryBuilder<Schema, 'exchanges', ExchangeRow> {
  let query = database.selectFrom('exchanges').selectAll();
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (before !== undefined) query = query.where('started_at', '<', before);
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit);
}
