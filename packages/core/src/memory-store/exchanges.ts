/** The exchanges of the memory store: normalising, finding, deleting and measuring them. */
import { omitUndefined } from '@parley/protocol';
import { keepAttempts, keepFields } from '../billing/ledger/index.ts';
import {
  checkListLimit,
  exchangeFields,
  shortestRetentionMs,
  type Deletion,
  type ExchangeConditions,
  type ExchangeFilter,
  type ExchangePlace,
  type ExchangeRecord,
  type Latency,
  type LatencyQuery,
  type Percentiles,
  type SettledExchange,
  type SettledFilter,
} from '../store/index.ts';
import type { MemoryBook } from './book.ts';
import { containsText, keepRecord, matches, selectNewest } from './records.ts';

/** @throws RangeError when a number is not finite or too large to be stored exactly */
export function keepExchange(record: ExchangeRecord): ExchangeRecord {
  const { attemptRecords: attempts, usage } = record;
  const kept = {
    ...record,
    attemptRecords: keepAttempts(attempts),
    usage: usage && keepFields(usage),
  };
  return keepRecord(kept, exchangeFields);
}

export function listMemoryExchanges(
  exchanges: readonly ExchangeRecord[],
  { after, limit, ...conditions }: ExchangeFilter,
): readonly ExchangeRecord[] {
  const found = exchanges.filter((record) => meets(record, conditions));
  const cursor = after && { time: after.startedAt, id: after.id };
  return selectNewest(found, (record) => record.startedAt, { after: cursor, limit });
}

export function findMemoryStart(
  exchanges: readonly ExchangeRecord[],
  { newer, ...conditions }: ExchangePlace,
): number | undefined {
  const starts = exchanges.filter((record) => meets(record, conditions));
  return starts.map(({ startedAt }) => startedAt).sort((one, other) => other - one)[newer];
}

/** The exchanges are in the order of settlement. */
export function listMemorySettled(
  { exchanges, settledAt }: Pick<MemoryBook, 'exchanges' | 'settledAt'>,
  { since, limit, ...conditions }: SettledFilter,
): readonly SettledExchange[] {
  checkListLimit(limit, 10_000);
  const timeOf = ({ id }: ExchangeRecord) => settledAt.get(id) ?? 0;
  return [...exchanges.values()]
    .slice(-limit)
    .filter((record) => timeOf(record) >= since && meets(record, conditions))
    .map((record) => ({ id: record.id, settledAt: timeOf(record) }))
    .reverse();
}

export function deleteMemoryExchanges(
  book: MemoryBook,
  { before, limit }: Deletion,
  now: number,
): number {
  checkListLimit(limit);
  const end = Math.min(before, now - shortestRetentionMs);
  const old = [...book.exchanges.values()]
    .filter(({ startedAt, pricing }) => startedAt < end && pricing !== 'quarantined')
    .sort((one, other) => one.startedAt - other.startedAt)
    .slice(0, limit);
  for (const record of old) book.deleteExchange(record);
  return old.length;
}

function meets(
  record: ExchangeRecord,
  { from, until, status, minNanoUsd, minFirstByteMs, text, ...wanted }: ExchangeConditions,
): boolean {
  return (
    matches(record, wanted) &&
    record.startedAt >= (from ?? -Infinity) &&
    record.startedAt < (until ?? Infinity) &&
    (status === undefined || (record.status >= status.from && record.status <= status.to)) &&
    record.chargedNanoUsd >= (minNanoUsd ?? -Infinity) &&
    (minFirstByteMs === undefined || (record.firstByteMs ?? -1) >= minFirstByteMs) &&
    (text === undefined || isFoundBy(record, text))
  );
}

function isFoundBy(record: ExchangeRecord, text: string): boolean {
  const { id, callName, errorCode, errorReason, errorMessage } = record;
  return containsText([id, callName, errorCode, errorReason, errorMessage], text);
}

export function measureMemoryLatency(
  exchanges: readonly ExchangeRecord[],
  query: LatencyQuery,
): Latency {
  const found = exchanges.filter((record) => meets(record, query));
  const firstByte = rank(found.flatMap(({ firstByteMs }) => firstByteMs ?? []));
  const completed = found.filter(({ outcome }) => outcome === 'completed');
  const duration = rank(completed.map(({ durationMs }) => durationMs));
  return omitUndefined({ requests: found.length, firstByte, duration });
}

function rank(times: readonly number[]): Percentiles | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50, p95] = [50, 95].map(
    (percent) => sorted[Math.ceil((sorted.length * percent) / 100) - 1],
  );
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
