/** Sums of usage by days and hours of a time zone, made from the 15-minute steps of the store. */
import { omitUndefined } from '@parley/protocol';
import {
  type Calendar,
  type Clock,
  createCalendar,
  listOffsets,
  type OffsetSpan,
} from '@parley/core/extension';
import type { Store, UsageDimension, UsageQuery, UsageSum } from '@parley/core/store';
import { translateStoreErrors } from '../shared/errors.ts';

const unitMs = { hour: 3_600_000, day: 24 * 3_600_000 } as const;

export interface ClockUnit {
  readonly unit: keyof typeof unitMs;
  readonly timeZone: string;
}

/** Clock changes before this time are ignored: no record is older. */
const earliest = Date.UTC(2000, 0, 1);
/** A clock change this close to the requested range may still affect it. */
const marginMs = 2 * unitMs.day;

/**
 * Sums up usage by days or hours of a time zone. Queries each span between two clock changes separately,
 * because days have the same length within a span. Adds up both parts of a day with a clock change; an hour
 * that occurs twice stays two sums.
 * @throws GatewayError `invalid-request` when there are more sums than one response may contain
 */
export async function sumByClock(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  query: UsageQuery,
  { unit, timeZone }: ClockUnit,
): Promise<readonly UsageSum[]> {
  const { from = -Infinity, until = Infinity, by } = query;
  const calendar = createCalendar(timeZone);
  const spans = listOffsets(calendar, {
    from: Math.max(from - marginMs, earliest),
    until: Math.min(until, clock.now()) + marginMs,
  });
  const sums = new Map<string, UsageSum>();
  for (const span of spans.filter((one) => one.until > from && one.from < until)) {
    const timeStep = { lengthMs: unitMs[unit], offsetMs: span.offsetMs };
    const wanted = { ...query, ...clip(span, { from, until }), timeStep };
    for (const sum of await translateStoreErrors(() => store.sumUsage(wanted))) {
      const start = sum.time ?? 0;
      const time = unit === 'day' ? startOfDay(calendar, start, span) : Math.max(start, span.from);
      const key = JSON.stringify([time, ...by.map((name) => name !== 'time' && sum[name])]);
      sums.set(key, addSums({ ...sum, time }, sums.get(key)));
    }
  }
  return [...sums.values()].sort((left, right) => compareSums(left, right, by));
}

function clip(
  span: OffsetSpan,
  { from, until }: { readonly from: number; readonly until: number },
): Pick<UsageQuery, 'from' | 'until'> {
  const [first, last] = [Math.max(span.from, from), Math.min(span.until, until)];
  return omitUndefined({
    from: first > -Infinity ? first : undefined,
    until: last < Infinity ? last : undefined,
  });
}

/** The true start of a day whose start was computed with a fixed offset from UTC. */
function startOfDay(calendar: Calendar, start: number, { offsetMs }: OffsetSpan): number {
  return calendar.startOf(new Date(start + offsetMs).toISOString().slice(0, 10));
}

function addSums(sum: UsageSum, other: UsageSum | undefined): UsageSum {
  if (other === undefined) return sum;
  return {
    ...sum,
    requests: sum.requests + other.requests,
    failures: sum.failures + other.failures,
    attempts: sum.attempts + other.attempts,
    failedAttempts: sum.failedAttempts + other.failedAttempts,
    durationMs: sum.durationMs + other.durationMs,
    input: sum.input + other.input,
    cacheRead: sum.cacheRead + other.cacheRead,
    cacheWrite5m: sum.cacheWrite5m + other.cacheWrite5m,
    cacheWrite1h: sum.cacheWrite1h + other.cacheWrite1h,
    output: sum.output + other.output,
    reasoning: sum.reasoning + other.reasoning,
    listNanoUsd: sum.listNanoUsd + other.listNanoUsd,
    chargedNanoUsd: sum.chargedNanoUsd + other.chargedNanoUsd,
    costNanoUsd: sum.costNanoUsd + other.costNanoUsd,
  };
}

function compareSums(left: UsageSum, right: UsageSum, by: readonly UsageDimension[]): number {
  const name = by.find((dimension) => left[dimension] !== right[dimension]);
  if (name === undefined) return 0;
  return (left[name] ?? '') < (right[name] ?? '') ? -1 : 1;
}
