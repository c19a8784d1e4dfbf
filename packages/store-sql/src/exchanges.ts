import type { ExchangeFilter, ExchangeRecord, Pricing } from '@parley/core/store';
import { sql } from 'kysely';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { decodeExchange } from './exchange-row.ts';
import { checkListLimit } from './list-limit.ts';
import type { ExchangeRow, Schema } from './schema.ts';

type ExchangeQuery = SelectQueryBuilder<Schema, 'exchanges', ExchangeRow>;

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
  checkListLimit(filter.limit);
  const everything = database.selectFrom('exchanges').selectAll();
  const rows = await within(ofWhom(everything, filter), filter)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map(decodeExchange);
}

function ofWhom(everything: ExchangeQuery, filter: ExchangeFilter): ExchangeQuery {
  const { keyId, accountId, group, callName, upstream, outcome, pricing } = filter;
  let query = everything;
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (group !== undefined) query = query.where('group_name', '=', group);
  if (callName !== undefined) query = query.where('call_name', '=', callName);
  if (upstream !== undefined) query = query.where('upstream', '=', upstream);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (pricing !== undefined) query = query.where('pricing', '=', literal(pricing));
  return query;
}

/** A literal lets the database see that the index of quarantined exchanges holds what is asked. */
function literal(pricing: Pricing) {
  return sql.lit(pricing);
}

function within(someones: ExchangeQuery, { from, until, after }: ExchangeFilter): ExchangeQuery {
  let query = someones;
  if (from !== undefined) query = query.where('started_at', '>=', Math.ceil(from));
  if (until !== undefined) query = query.where('started_at', '<', Math.ceil(until));
  if (after === undefined) return query;
  return query.where((where) =>
    where(where.refTuple('started_at', 'id'), '<', where.tuple(after.startedAt, after.id)),
  );
}
