/** Encodes exchanges as rows and decodes them; used by settlements, drivers and lists. */
import { keepAttempts } from '@parley/core/ledger';
import { exchangeFields, toWholeNumber, type ExchangeRecord } from '@parley/core/store';
import { createRowCodec, toFlag } from './row-codec.ts';
import type { ExchangeRow } from './schema.ts';

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
