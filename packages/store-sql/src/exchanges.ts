import type {
  ExchangeFilter,
  ExchangeRecord,
  SettledExchange,
  SettledFilter,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from './database-facts.ts';
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

export async function findExchanges(
  database: Kysely<Schema>,
  ids: readonly string[],
): Promise<readonly ExchangeRecord[]> {
  if (ids.length === 0) return [];
  checkListLimit(ids.length);
  const rows = await database.selectFrom('exchanges').selectAll().where('id', 'in', ids).execute();
  return rows.map(decodeExchange);
}

/** How many settlements one look goes through at most. */
const mostSettled = 10_000;

/**
 * The newest are taken before any condition is looked at: without statistics SQLite would rather go
 * through everything that a key has ever done.
 */
export async function listSettled(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { since, limit, ...conditions }: SettledFilter,
): Promise<readonly SettledExchange[]> {
  checkListLimit(limit, mostSettled);
  const newest = database
    .selectFrom('exchanges')
    .selectAll()
    .where('settled_at', '>=', Math.ceil(since))
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .as('exchanges');
  const rows = await database
    .selectFrom(newest)
    .select(['id', 'settled_at'])
    .where(meeting(conditions, facts))
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, settled_at: settledAt }) => ({ id, settledAt }));
}

export async function listExchanges(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { after, limit, ...conditions }: ExchangeFilter,
): Promise<readonly ExchangeRecord[]> {
  checkListLimit(limit);
  let query = database.selectFrom('exchanges').selectAll().where(meeting(conditions, facts));
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
