/** Deletes old exchanges and audit entries, in steps short enough not to delay other transactions. */
import { checkListLimit, shortestRetentionMs, type Deletion } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from './database.ts';
import type { Schema } from './schema.ts';

/** Skips rows that another process is deleting, so that processes do not wait for each other. */
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
    .where('id', 'in', facts.rowLocks ? oldest.forUpdate().skipLocked() : oldest)
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
    .where('id', 'in', facts.rowLocks ? oldest.forUpdate().skipLocked() : oldest)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
