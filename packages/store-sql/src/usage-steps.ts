import { noUsage, startOfStep, type ExchangeRecord } from '@parley/core/store';
import { sql, type Transaction } from 'kysely';
import { toInteger, toText } from './column.ts';
import type { DatabaseFacts } from './database-facts.ts';
import { writeRows } from './rows-at-once.ts';
import type { Schema, UsageSumRow } from './schema.ts';

const identity = [
  'key_id',
  'step',
  'account_id',
  'group_name',
  'call_name',
  'upstream',
  'upstream_model',
] as const satisfies readonly (keyof UsageSumRow)[];

const counts = [
  'requests',
  'failures',
  'duration_ms',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
  'output_tokens',
  'reasoning_tokens',
  'list_nanos',
  'charged_nanos',
] as const satisfies readonly (keyof UsageSumRow)[];

/** An index of PostgreSQL takes no longer entries; nothing that answers has a longer name. */
const longestName = 256;

/** Adds exchanges to the sums of their steps. Whoever does this holds the states of their keys. */
export async function addToSums(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
  records: readonly ExchangeRecord[],
): Promise<void> {
  const rows = new Map<string, UsageSumRow>();
  for (const record of records) {
    const row = toSumRow(record);
    const id = JSON.stringify(identity.map((name) => row[name]));
    const known = rows.get(id);
    rows.set(id, known === undefined ? row : addRows(known, row));
  }
  await writeRows(facts, [...rows.values()], (some) => writeSums(transaction, some));
}

/** Adds money to the sums of an exchange that was charged late. */
export async function addLateCharge(
  transaction: Transaction<Schema>,
  record: ExchangeRecord,
  { nanos, listNanos }: { readonly nanos: number; readonly listNanos: number },
): Promise<void> {
  const nothing = Object.fromEntries(counts.map((name) => [name, 0]));
  const late = { ...toSumRow(record), ...nothing, list_nanos: listNanos, charged_nanos: nanos };
  await writeSums(transaction, [late]);
}

function toSumRow(record: ExchangeRecord): UsageSumRow {
  const { usage = noUsage } = record;
  return {
    key_id: record.keyId,
    step: startOfStep(record.startedAt),
    account_id: record.accountId,
    group_name: record.group,
    call_name: toText(record.callName).slice(0, longestName),
    upstream: record.upstream ?? '',
    upstream_model: record.upstreamModel ?? '',
    requests: 1,
    failures: record.outcome === 'completed' ? 0 : 1,
    duration_ms: toInteger(record.durationMs),
    input_tokens: toInteger(usage.input),
    cache_read_tokens: toInteger(usage.cacheRead),
    cache_write_5m_tokens: toInteger(usage.cacheWrite5m),
    cache_write_1h_tokens: toInteger(usage.cacheWrite1h),
    output_tokens: toInteger(usage.output),
    reasoning_tokens: toInteger(usage.reasoning),
    list_nanos: toInteger(record.listNanos),
    charged_nanos: toInteger(record.chargedNanos),
  };
}

function addRows(left: UsageSumRow, right: UsageSumRow): UsageSumRow {
  const sums = Object.fromEntries(counts.map((name) => [name, left[name] + right[name]]));
  return { ...left, ...sums };
}

async function writeSums(
  transaction: Transaction<Schema>,
  rows: readonly UsageSumRow[],
): Promise<void> {
  await transaction
    .insertInto('usage_sums')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns([...identity])
        .doUpdateSet(() =>
          Object.fromEntries(
            counts.map((name) => [
              name,
              sql<number>`${sql.ref(`usage_sums.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}
