/**
 * Measures the latency of exchanges as percentiles; the database computes them, so that no row is
 * transferred.
 */
import type { Latency, LatencyQuery, Percentiles } from '@parley/core/store';
import { sql, type Expression, type Kysely } from 'kysely';
import { meeting } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import type { Schema } from './schema.ts';

export async function measureLatency(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  query: LatencyQuery,
): Promise<Latency> {
  const selected = database.selectFrom('exchanges').where(meeting(query, facts));
  const counted = selected.select((select) => select.fn.countAll<number>().as('requests'));
  const firstBytes = selected.select('first_byte_ms as ms').where('first_byte_ms', 'is not', null);
  const durations = selected.select('duration_ms as ms').where('outcome', '=', 'completed');
  const [{ requests }, firstByte, duration] = await Promise.all([
    counted.executeTakeFirstOrThrow(),
    rank(database, firstBytes),
    rank(database, durations),
  ]);
  return { requests, ...(firstByte && { firstByte }), ...(duration && { duration }) };
}

/** Counts equal times first, so that there is less to sort. */
async function rank(
  database: Kysely<Schema>,
  times: Expression<{ readonly ms: number | null }>,
): Promise<Percentiles | undefined> {
  const { rows } = await sql<{ readonly p50: number | null; readonly p95: number | null }>`
    with counted as (select ms, count(*) as count from ${times} as times group by ms),
      ranked as (
        select ms, sum(count) over (order by ms) as rank, sum(count) over () as count from counted
      )
    select min(case when rank * 100 >= count * 50 then ms end) as p50,
      min(case when rank * 100 >= count * 95 then ms end) as p95
    from ranked
  `.execute(database);
  const { p50 = null, p95 = null } = rows[0] ?? {};
  return p50 === null || p95 === null ? undefined : { p50, p95 };
}
