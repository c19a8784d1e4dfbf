/** Finding exchanges in memory, and measuring their times. */
import type {
  ExchangeConditions,
  ExchangeFilter,
  ExchangeRecord,
  Latency,
  LatencyQuery,
  Percentiles,
  SettledExchange,
  SettledFilter,
} from '../../store.ts';
import type { MemoryBook } from './book.ts';
import { checkLimit, matches, selectNewest } from './records.ts';

export function listMemoryExchanges(
  exchanges: readonly ExchangeRecord[],
  { after, limit, ...conditions }: ExchangeFilter,
): readonly ExchangeRecord[] {
  const found = exchanges.filter((record) => meets(record, conditions));
  const cursor = after && { time: after.startedAt, id: after.id };
  return selectNewest(found, (record) => record.startedAt, { after: cursor, limit });
}

/** The exchanges are in the order of settling. */
export function listMemorySettled(
  { exchanges, settledAt }: Pick<MemoryBook, 'exchanges' | 'settledAt'>,
  { since, limit, ...conditions }: SettledFilter,
): readonly SettledExchange[] {
  checkLimit(limit, 10_000);
  const timeOf = ({ id }: ExchangeRecord) => settledAt.get(id) ?? 0;
  return [...exchanges.values()]
    .slice(-limit)
    .filter((record) => timeOf(record) >= since && meets(record, conditions))
    .map((record) => ({ id: record.id, settledAt: timeOf(record) }))
    .reverse();
}

function meets(
  record: ExchangeRecord,
  { from = -Infinity, until = Infinity, ...wanted }: ExchangeConditions,
): boolean {
  return record.startedAt >= from && record.startedAt < until && matches(record, wanted);
}

export function measureMemoryLatency(
  exchanges: readonly ExchangeRecord[],
  query: LatencyQuery,
): Latency {
  const found = exchanges.filter((record) => meets(record, query));
  const firstByte = rank(found.flatMap(({ firstByteMs }) => firstByteMs ?? []));
  const completed = found.filter(({ outcome }) => outcome === 'completed');
  const duration = rank(completed.map(({ durationMs }) => durationMs));
  return {
    requests: found.length,
    ...(firstByte && { firstByte }),
    ...(duration && { duration }),
  };
}

function rank(times: readonly number[]): Percentiles | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50, p95] = [50, 95].map(
    (percent) => sorted[Math.ceil((sorted.length * percent) / 100) - 1],
  );
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
