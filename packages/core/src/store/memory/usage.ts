/** Sums of usage in memory. */
import { noUsage } from '@parley/protocol';
import { usageStepMs } from '../../store.ts';
import type { ExchangeRecord, UsageDimension, UsageQuery, UsageSum } from '../../store.ts';
import { matches } from './records.ts';

/** Adds the exchanges that are kept up by their dimensions, in the order of these. */
export function sumMemoryUsage(
  exchanges: readonly ExchangeRecord[],
  { from = -Infinity, until = Infinity, by, ...wanted }: UsageQuery,
): readonly UsageSum[] {
  const sums = new Map<string, UsageSum>();
  if (by.length === 0) sums.set('[]', emptySum);
  for (const record of exchanges) {
    const step = toStep(record.startedAt);
    const isWithin = step >= toStep(from) && step < toStep(until);
    if (!isWithin || !matches(record, wanted)) continue;
    const place = by.map((name) => [name, dimensionOf(record, name)] as const);
    const key = JSON.stringify(place);
    const sum = sums.get(key) ?? { ...Object.fromEntries(place), ...emptySum };
    sums.set(key, addExchange(sum, record));
  }
  return [...sums.values()].sort((left, right) => compareSums(left, right, by));
}

function compareSums(left: UsageSum, right: UsageSum, by: readonly UsageDimension[]): number {
  const name = by.find((dimension) => left[dimension] !== right[dimension]);
  if (name === undefined) return 0;
  return (left[name] ?? '') < (right[name] ?? '') ? -1 : 1;
}

const emptySum: UsageSum = {
  requests: 0,
  failures: 0,
  durationMs: 0,
  ...noUsage,
  listNanos: 0,
  chargedNanos: 0,
};

function toStep(time: number): number {
  return Math.floor(time / usageStepMs) * usageStepMs;
}

function dimensionOf(record: ExchangeRecord, name: UsageDimension): string | number {
  return name === 'time' ? toStep(record.startedAt) : (record[name] ?? '');
}

function addExchange(sum: UsageSum, record: ExchangeRecord): UsageSum {
  const usage = record.usage ?? noUsage;
  return {
    ...sum,
    requests: sum.requests + 1,
    failures: sum.failures + (record.outcome === 'completed' ? 0 : 1),
    durationMs: sum.durationMs + record.durationMs,
    input: sum.input + usage.input,
    cacheRead: sum.cacheRead + usage.cacheRead,
    cacheWrite5m: sum.cacheWrite5m + usage.cacheWrite5m,
    cacheWrite1h: sum.cacheWrite1h + usage.cacheWrite1h,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    listNanos: sum.listNanos + record.listNanos,
    chargedNanos: sum.chargedNanos + record.chargedNanos,
  };
}
