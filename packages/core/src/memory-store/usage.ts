/** Sums of usage of the memory store. */
import { noUsage } from '@parley/protocol';
import { hasFailed, startOfStep, summedCallName } from '../store/index.ts';
import type { AttemptRecord, UsageDimension, UsageQuery, UsageSum } from '../store/index.ts';
import type { UsedRecord } from './book.ts';
import { matches } from './records.ts';

/** Sums the stored exchanges by their dimensions, sorted by them. */
export function sumMemoryUsage(
  exchanges: readonly UsedRecord[],
  { from = -Infinity, until = Infinity, by, timeStep, ...wanted }: UsageQuery,
): readonly UsageSum[] {
  const stepping = timeStep && { timeStep };
  const sums = new Map<string, UsageSum>();
  if (by.length === 0) sums.set('[]', emptySum);
  for (const record of exchanges.flatMap(toUses)) {
    const step = startOfStep(record.startedAt);
    const isWithin = step >= startOfStep(from) && step < startOfStep(until);
    if (!isWithin || !matches(record, wanted)) continue;
    const time = startOfStep(step, stepping);
    const place = by.map((name) => [name, name === 'time' ? time : (record[name] ?? '')] as const);
    const key = JSON.stringify(place);
    const sum = sums.get(key) ?? { ...Object.fromEntries(place), ...emptySum };
    sums.set(key, addUse(sum, record));
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
  attempts: 0,
  failedAttempts: 0,
  durationMs: 0,
  ...noUsage,
  listNanoUsd: 0,
  chargedNanoUsd: 0,
  costNanoUsd: 0,
};

/** An exchange, or an attempt before its last one, which counts for the upstream that was called. */
type Use = UsedRecord & {
  readonly attempt?: AttemptRecord | undefined;
  readonly isEarlier: boolean;
};

function toUses(record: UsedRecord): readonly Use[] {
  const callName = summedCallName(record);
  const earlier = record.attemptRecords.slice(0, -1).map((attempt) => {
    const { upstream, upstreamModel } = attempt;
    return { ...record, callName, upstream, upstreamModel, attempt, isEarlier: true };
  });
  const attempt = record.attemptRecords.at(-1);
  return [...earlier, { ...record, callName, attempt, isEarlier: false }];
}

function addUse(sum: UsageSum, { attempt, isEarlier, ...record }: Use): UsageSum {
  const counted = {
    ...sum,
    attempts: sum.attempts + (attempt === undefined ? 0 : 1),
    failedAttempts: sum.failedAttempts + (attempt !== undefined && hasFailed(attempt) ? 1 : 0),
  };
  return isEarlier ? counted : addExchange(counted, record);
}

function addExchange(sum: UsageSum, record: UsedRecord): UsageSum {
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
    listNanoUsd: sum.listNanoUsd + record.listNanoUsd,
    chargedNanoUsd: sum.chargedNanoUsd + record.chargedNanoUsd,
    costNanoUsd: sum.costNanoUsd + (record.costNanoUsd ?? 0),
  };
}
