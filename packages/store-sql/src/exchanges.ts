/** Finds, lists, sums up and deletes exchanges; part of `createSqlStore`. */
import { checkListLimit } from '@parley/core/store';
import type {
  ExchangeFilter,
  ExchangePlace,
  ExchangeRecord,
  ExchangeStore,
  SettledExchange,
  SettledFilter,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { meeting } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import { decodeExchange } from './exchange-codec.ts';
import { measureLatency } from './latency.ts';
import { deleteExchanges } from './retention.ts';
import type { Schema } from './schema.ts';
import { sumUsage } from './usage-sums.ts';

export function createExchangeStore(database: Kysely<Schema>, facts: DatabaseFacts): ExchangeStore {
  return {
    findExchange: (id) => findExchange(database, id),
    findExchanges: (ids) => findExchanges(database, ids),
    listSettled: (filter) => listSettled(database, facts, filter),
    readTime: () => facts.now(database),
    deleteExchanges: (deletion) => deleteExchanges(database, facts, deletion),
    listExchanges: (filter) => listExchanges(database, facts, filter),
    findExchangeStart: (place) => findExchangeStart(database, facts, place),
    sumUsage: (query) => sumUsage(database, facts, query),
    measureLatency: (query) => measureLatency(database, facts, query),
  };
}

async function findExchange(
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

async function findExchanges(
  database: Kysely<Schema>,
  ids: readonly string[],
): Promise<readonly ExchangeRecord[]> {
  if (ids.length === 0) return [];
  checkListLimit(ids.length);
  const rows = await database.selectFrom('exchanges').selectAll().where('id', 'in', ids).execute();
  return rows.map(decodeExchange);
}

/** The maximum number of settlements that one query searches. */
const maxSettled = 10_000;

/**
 * Selects the newest settlements before it applies any condition: without statistics SQLite would otherwise
 * read every exchange of a key.
 */
async function listSettled(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { since, limit, ...conditions }: SettledFilter,
): Promise<readonly SettledExchange[]> {
  checkListLimit(limit, maxSettled);
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

async function findExchangeStart(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { newer, ...conditions }: ExchangePlace,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('exchanges')
    .select('started_at')
    .where(meeting(conditions, facts))
    .orderBy('started_at', 'desc')
    .limit(1)
    .offset(newer)
    .executeTakeFirst();
  return row?.started_at;
}

async function listExchanges(
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
