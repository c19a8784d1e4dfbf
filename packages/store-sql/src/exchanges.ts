import type { ExchangeFilter, ExchangeRecord } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { meeting } from './exchange-conditions.ts';
import { decodeExchange } from './exchange-row.ts';
import { checkListLimit } from './list-limit.ts';
import type { Schema } from './schema.ts';

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
  { after, limit, ...conditions }: ExchangeFilter,
): Promise<readonly ExchangeRecord[]> {
  checkListLimit(limit);
  let query = database.selectFrom('exchanges').selectAll().where(meeting(conditions));
  if (after !== undefined) {
    query = query.where((where) =>
      where(where.refTuple('started_at', 'id'), '<', where.tuple(after.startedAt, after.id)),
    );
  }
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(decodeExchange);
}
