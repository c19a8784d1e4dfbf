/** Encodes exchanges as rows, and finds and lists them. */
import { keepAttempts } from '@parley/core/ledger';
import { checkListLimit, exchangeFields, toWholeNumber } from '@parley/core/store';
import type {
  ExchangeFilter,
  ExchangePlace,
  ExchangeRecord,
  SettledExchange,
  SettledFilter,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { meeting } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import { createRowCodec, toFlag } from './row-codec.ts';
import type { ExchangeRow, Schema } from './schema.ts';

type Usage = NonNullable<ExchangeRecord['usage']>;

const codec = createRowCodec<Omit<ExchangeRecord, 'usage'>>(exchangeFields);

/**
 * @param settledAt milliseconds since 1970, by the store's clock
 * @throws RangeError when a number cannot be stored
 */
export function encodeExchange(record: ExchangeRecord, settledAt: number): ExchangeRow {
  return {
    ...codec.encode(keepRecord(record)),
    ...encodeUsage(record.usage),
    settled_at: toWholeNumber(settledAt),
  };
}

/** The columns of an exchange, in the order of `encodeExchangeValues`. */
export const exchangeColumns: readonly (keyof ExchangeRow)[] = [
  ...codec.columns,
  ...(Object.keys(encodeUsage(undefined)) as (keyof ReturnType<typeof encodeUsage>)[]),
  'settled_at',
];

/** The same as `encodeExchange`, as the values of `exchangeColumns`. */
export function encodeExchangeValues(record: ExchangeRecord, settledAt: number): unknown[] {
  const values = codec.encodeValues(keepRecord(record));
  values.push(...Object.values(encodeUsage(record.usage)), toWholeNumber(settledAt));
  return values;
}

/** The record with its attempts as they are stored. */
function keepRecord(record: ExchangeRecord): ExchangeRecord {
  const attemptRecords = keepAttempts(record.attemptRecords);
  return attemptRecords === record.attemptRecords ? record : { ...record, attemptRecords };
}

/** @throws RangeError when a number cannot be stored: what `encodeExchange` would throw */
export function checkExchange(record: ExchangeRecord): void {
  codec.check(record);
  checkNumbers(record.usage);
  for (const attempt of record.attemptRecords) {
    checkNumbers(attempt);
    checkNumbers(attempt.usage);
  }
}

function checkNumbers(item: object | undefined): void {
  const values = item as Readonly<Record<string, unknown>> | undefined;
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'number') toWholeNumber(value);
  }
}

export function decodeExchange(row: ExchangeRow): ExchangeRecord {
  const usage = decodeUsage(row);
  return { ...codec.decode(row), ...(usage && { usage }) };
}

function encodeUsage(usage: Usage | undefined) {
  return {
    input_tokens: toNullable(usage?.input, toWholeNumber),
    cache_read_tokens: toNullable(usage?.cacheRead, toWholeNumber),
    cache_write_5m_tokens: toNullable(usage?.cacheWrite5m, toWholeNumber),
    cache_write_1h_tokens: toNullable(usage?.cacheWrite1h, toWholeNumber),
    output_tokens: toNullable(usage?.output, toWholeNumber),
    reasoning_tokens: toNullable(usage?.reasoning, toWholeNumber),
    usage_estimated: toNullable(usage?.estimated, toFlag),
  };
}

function toNullable<Value, Kept>(value: Value | undefined, convert: (value: Value) => Kept) {
  return value === undefined ? null : convert(value);
}

/** `estimated` is true, false or absent, and is returned as it was stored. */
function decodeUsage(row: ExchangeRow): Usage | undefined {
  if (row.input_tokens === null) return undefined;
  return {
    input: row.input_tokens,
    cacheRead: row.cache_read_tokens ?? 0,
    cacheWrite5m: row.cache_write_5m_tokens ?? 0,
    cacheWrite1h: row.cache_write_1h_tokens ?? 0,
    output: row.output_tokens ?? 0,
    reasoning: row.reasoning_tokens ?? 0,
    ...(row.usage_estimated !== null && { estimated: row.usage_estimated === 1 }),
  };
}

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

/** The maximum number of settlements that one query searches. */
const maxSettled = 10_000;

/**
 * Selects the newest settlements before it applies any condition: without statistics SQLite would otherwise
 * read every exchange of a key.
 */
export async function listSettled(
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

export async function findExchangeStart(
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
