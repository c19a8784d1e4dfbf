/** Sums of usage: what exchanges add to them, and queries by dimension. */
import {
  checkTimeStep,
  hasFailed,
  noUsage,
  startOfStep,
  summedCallName,
  toStorableText,
  toWholeNumber,
  type AttemptCharge,
  type AttemptRecord,
  type ExchangeRecord,
  type UsageDimension,
  type UsageQuery,
  type UsageSum,
} from '@parley/core/store';
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DatabaseFacts } from './database.ts';
import type { Schema, UsageSumRow } from './schema.ts';

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
  attempts: 'attempts',
  failedAttempts: 'failed_attempts',
  durationMs: 'duration_ms',
  input: 'input_tokens',
  cacheRead: 'cache_read_tokens',
  cacheWrite5m: 'cache_write_5m_tokens',
  cacheWrite1h: 'cache_write_1h_tokens',
  output: 'output_tokens',
  reasoning: 'reasoning_tokens',
  listNanoUsd: 'list_nano_usd',
  chargedNanoUsd: 'charged_nano_usd',
  costNanoUsd: 'cost_nano_usd',
} as const satisfies Record<Exclude<keyof UsageSum, UsageDimension>, keyof UsageSumRow>;

/** The columns that identify a sum. */
export const usageSumIdentity = Object.values(dimensionColumns);
/** The columns that are summed. */
export const usageSumCounts = Object.values(summedColumns);
const zeros = Object.fromEntries(usageSumCounts.map((name) => [name, 0]));

/** PostgreSQL limits the length of index entries; no call name that has a route is longer. */
const maxNameLength = 256;

/** The sums of exchanges: one row for all with the same dimensions. */
export function toSumRows(records: readonly ExchangeRecord[]): readonly UsageSumRow[] {
  const rows = new Map<string, Mutable<UsageSumRow>>();
  const add = (row: UsageSumRow): void => {
    const id = identify(row);
    const known = rows.get(id);
    if (known === undefined) rows.set(id, row);
    else for (const name of usageSumCounts) known[name] += row[name];
  };
  for (const record of records) {
    const row = toSumRow(record);
    for (const attempt of record.attemptRecords.slice(0, -1)) add(toAttemptRow(row, attempt));
    add(row);
  }
  return [...rows.values()];
}

/** No dimension contains NUL. */
function identify(row: UsageSumRow): string {
  return usageSumIdentity.map((name) => row[name]).join('\0');
}

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };

/** What a late charge adds to the sums of its exchange. */
export function toLateSumRow(
  record: ExchangeRecord,
  added: Required<Pick<AttemptCharge, 'nanoUsd' | 'listNanoUsd' | 'costNanoUsd'>>,
): UsageSumRow {
  return {
    ...toSumRow(record),
    ...zeros,
    list_nano_usd: added.listNanoUsd,
    charged_nano_usd: added.nanoUsd,
    cost_nano_usd: added.costNanoUsd,
  };
}

/** The row of an upstream that failed before the last one was called. */
function toAttemptRow(row: UsageSumRow, attempt: AttemptRecord): UsageSumRow {
  return {
    ...row,
    ...zeros,
    upstream: attempt.upstream,
    upstream_model: attempt.upstreamModel,
    ...countAttempt(attempt),
  };
}

function countAttempt(
  attempt: AttemptRecord | undefined,
): Pick<UsageSumRow, 'attempts' | 'failed_attempts'> {
  if (attempt === undefined) return { attempts: 0, failed_attempts: 0 };
  return { attempts: 1, failed_attempts: hasFailed(attempt) ? 1 : 0 };
}

function toSumRow(record: ExchangeRecord): UsageSumRow {
  const { usage = noUsage } = record;
  return {
    key_id: record.keyId,
    step: startOfStep(record.startedAt),
    account_id: record.accountId,
    group_name: record.group,
    call_name: toStorableText(summedCallName(record)).slice(0, maxNameLength),
    upstream: record.upstream ?? '',
    upstream_model: record.upstreamModel ?? '',
    requests: 1,
    failures: record.outcome === 'completed' ? 0 : 1,
    ...countAttempt(record.attemptRecords.at(-1)),
    duration_ms: toWholeNumber(record.durationMs),
    input_tokens: toWholeNumber(usage.input),
    cache_read_tokens: toWholeNumber(usage.cacheRead),
    cache_write_5m_tokens: toWholeNumber(usage.cacheWrite5m),
    cache_write_1h_tokens: toWholeNumber(usage.cacheWrite1h),
    output_tokens: toWholeNumber(usage.output),
    reasoning_tokens: toWholeNumber(usage.reasoning),
    list_nano_usd: toWholeNumber(record.listNanoUsd),
    charged_nano_usd: toWholeNumber(record.chargedNanoUsd),
    cost_nano_usd: toWholeNumber(record.costNanoUsd ?? 0),
  };
}

/** Enough for every quarter of an hour of a year and several models; bounds the memory of a result. */
const maxSums = 200_000;

/** @throws RangeError when the result would have too many sums */
export async function sumUsage(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  query: UsageQuery,
): Promise<readonly UsageSum[]> {
  const dimensions = [...new Set(query.by)];
  const columns = dimensions.map((name) => toGrouping(name, facts, query));
  let sums = selectRows(database, query)
    .select(dimensions.map((name) => toColumn(name, query).as(name)))
    .select(Object.entries(summedColumns).map(([name, column]) => sumOf(column).as(name)))
    .limit(maxSums + 1);
  for (const column of columns) sums = sums.groupBy(column).orderBy(column);
  const found = await sums.$castTo<UsageSum>().execute();
  if (found.length > maxSums) {
    throw new RangeError(
      `The answer would have more than ${String(maxSums)} sums; ask for a shorter time.`,
    );
  }
  const names = [...dimensions, ...(Object.keys(summedColumns) as (keyof typeof summedColumns)[])];
  return found.map((sum) => copyFields(sum, names));
}

/**
 * Rows of some drivers have no prototype; the store returns plain objects. Spreading such a row takes ten times as long,
 * which is felt with thousands of sums.
 */
function copyFields<Row extends object>(row: Row, names: readonly (keyof Row)[]): Row {
  const copy: Partial<Row> = {};
  for (const name of names) copy[name] = row[name];
  return copy as Row;
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

/**
 * What rows are grouped by. SQLite would follow an index that begins with the column, to save sorting, and fetch every
 * row of all times from another place of the file; a sign keeps it from that, so that it reads the rows of the time.
 */
function toGrouping(
  name: UsageDimension,
  { dialect }: DatabaseFacts,
  query: UsageQuery,
): RawBuilder<unknown> {
  const column = toColumn(name, query);
  return dialect === 'sqlite' && name !== 'time' ? sql`+${column}` : column;
}

/** The expression for grouping by a dimension; steps longer than the table's are computed. */
function toColumn(name: UsageDimension, { timeStep }: UsageQuery): RawBuilder<unknown> {
  const column = sql.ref(dimensionColumns[name]);
  if (name !== 'time' || timeStep === undefined) return column;
  checkTimeStep(timeStep);
  // As literals they are integers in every database, which then uses integer division.
  const [length, offset] = [sql.lit(timeStep.lengthMs), sql.lit(timeStep.offsetMs)];
  return sql`((${column} + ${offset}) / ${length}) * ${length} - ${offset}`;
}

/**
 * A sum of no rows is null, and PostgreSQL returns one of integers as a decimal. Many keys together may spend more than an
 * integer of JavaScript can tell: such a sum is rounded to the nearest number.
 */
function sumOf(column: keyof UsageSumRow) {
  return sql<number>`coalesce(cast(sum(${sql.ref(column)}) as double precision), 0)`;
}
