/** Deletes old exchanges and audit entries, in steps short enough not to delay other transactions. */
import { checkListLimit, shortestRetentionMs, type Deletion } from '@parley/core/store';
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DatabaseFacts } from './database.ts';
import type { Schema } from './schema.ts';

export async function deleteExchanges(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { before, limit }: Deletion,
): Promise<number> {
  checkListLimit(limit);
  const end = Math.min(Math.ceil(before), (await facts.now(database)) - shortestRetentionMs);
  const oldest = database
    .selectFrom('exchanges')
    .select('id')
    .where('started_at', '<', end)
    .where('pricing', '<>', 'quarantined')
    .orderBy('started_at')
    .orderBy('id')
    .limit(limit);
  const result = await database
    .deleteFrom('exchanges')
    .where(isOneOf(oldest, facts))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteAudit(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { before, limit }: Deletion,
): Promise<number> {
  checkListLimit(limit);
  const oldest = database
    .selectFrom('audit')
    .select('id')
    .where('at', '<', Math.ceil(before))
    .orderBy('at')
    .orderBy('id')
    .limit(limit);
  const result = await database
    .deleteFrom('audit')
    .where(isOneOf(oldest, facts))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Whether a row is one of those. Skips rows that another process is deleting, so that processes do not wait for each other.
 * PostgreSQL reads an array once. A plain subquery it may run anew for each row of the table, and then finds further rows
 * in place of those that it has deleted.
 */
function isOneOf<Table extends 'exchanges' | 'audit'>(
  rows: SelectQueryBuilder<Schema, Table, { id: string }>,
  { rowLocks }: DatabaseFacts,
): RawBuilder<boolean> {
  return rowLocks
    ? sql<boolean>`id = any(array${rows.forUpdate().skipLocked()})`
    : sql<boolean>`id in ${rows}`;
}
