import { DatabaseSync } from 'node:sqlite';
import type { ExchangeFilter } from '@parley/core/store';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteDialect } from '../dialect/sqlite-dialect.ts';
import { selectExchanges } from './exchanges.ts';
import { migrateToLatest } from './migrate.ts';
import type { Schema } from './schema.ts';

const filters: readonly (readonly [ExchangeFilter, string])[] = [
  [{ limit: 10 }, 'exchanges_by_start'],
  [{ before: 5, limit: 10 }, 'exchanges_by_start'],
  [{ keyId: 'key-1', limit: 10 }, 'exchanges_by_key'],
  [{ keyId: 'key-1', before: 5, limit: 10 }, 'exchanges_by_key'],
];

it.each(filters)('lists %j in the order of the index %s', async (filter, index) => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => {
    database.close();
  });
  const kysely = new Kysely<Schema>({ dialect: createSqliteDialect(database, 0) });
  await migrateToLatest(kysely);
  const plan = await selectExchanges(kysely, filter).explain(undefined, sql`query plan`);
  expect(plan).toHaveLength(1);
  expect(plan[0]?.['detail']).toContain(`USING INDEX ${index}`);
});
