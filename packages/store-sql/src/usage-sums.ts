import { checkTimeStep, startOfStep } from '@parley/core/store';
import type { UsageDimension, UsageQuery, UsageSum } from '@parley/core/store';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Schema, UsageSumRow } from './schema.ts';

/** Enough for every quarter of an hour of a year and several models; it bounds the memory. */
const mostSums = 200_000;

const dimensionColumns = {
  time: 'step',
  accountId: 'account_id',
  keyId: 'key_id',
  group: 'group_name',
  callName: 'call_name',
  upstream: 'upstream',
  upstreamModel: 'upstream_model',
} as const satisfies Record<UsageDimension, keyof UsageSumRow>;

const summedColumns = {
  requests: 'requests',
  failures: 'failures',
  durationMs: 'duration_ms',
  input: 'input_tokens',
  cacheRead: 'cache_read_tokens',
  cacheWrite5m: 'cache_write_5m_tokens',
  cacheWrite1h: 'cache_write_1h_tokens',
  output: 'output_tokens',
  reasoning: 'reasoning_tokens',
  listNanos: 'list_nanos',
  chargedNanos: 'charged_nanos',
} as const satisfies Record<Exclude<keyof UsageSum, UsageDimension>, keyof UsageSumRow>;

/** @throws RangeError when there would be more sums than one answer may hold. */
export async function sumUsage(
  database: Kysely<Schema>,
  query: UsageQuery,
): Promise<readonly UsageSum[]> {
  const dimensions = [...new Set(query.by)];
  const columns = dimensions.map((name) => toColumn(name, query));
  let sums = selectRows(database, query)
    .select(dimensions.map((name) => toColumn(name, query).as(name)))
    .select(Object.entries(summedColumns).map(([name, column]) => sumOf(column).as(name)))
    .limit(mostSums + 1);
  for (const column of columns) sums = sums.groupBy(column).orderBy(column);
  const found = await sums.$castTo<UsageSum>().execute();
  if (found.length > mostSums) {
    throw new RangeError(`These are more than ${String(mostSums)} sums: ask for a shorter time.`);
  }
  // Rows of some drivers have no prototype; what leaves the store are plain objects.
  return found.map((sum) => ({ ...sum }));
}

function selectRows(
  database: Kysely<Schema>,
  { accountId, keyId, group, callName, upstream, from, until }: UsageQuery,
): SelectQueryBuilder<Schema, 'usage_sums', object> {
  let rows = database.selectFrom('usage_sums');
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  if (keyId !== undefined) rows = rows.where('key_id', '=', keyId);
  if (group !== undefined) rows = rows.where('group_name', '=', group);
  if (callName !== undefined) rows = rows.where('call_name', '=', callName);
  if (upstream !== undefined) rows = rows.where('upstream', '=', upstream);
  if (from !== undefined) rows = rows.where('step', '>=', startOfStep(from));
  if (until !== undefined) rows = rows.where('step', '<', startOfStep(until));
  return rows;
}

/** What a dimension is grouped by. Steps that are longer than those of the table are worked out. */
function toColumn(name: UsageDimension, { timeStep }: UsageQuery): RawBuilder<unknown> {
  const column = sql.ref(dimensionColumns[name]);
  if (name !== 'time' || timeStep === undefined) return column;
  checkTimeStep(timeStep);
  // As literals they are whole numbers in every database, which then divides without a rest.
  const [length, offset] = [sql.lit(timeStep.lengthMs), sql.lit(timeStep.offsetMs)];
  return sql`((${column} + ${offset}) / ${length}) * ${length} - ${offset}`;
}

/** A sum of nothing is null, and PostgreSQL's sum of whole numbers is none of a fixed size. */
function sumOf(column: keyof UsageSumRow) {
  return sql<number>`coalesce(cast(sum(${sql.ref(column)}) as bigint), 0)`;
}
