/** Sums of usage by the days and hours of a time zone, which are made of the store's steps. */
import {
  type Calendar,
  type Clock,
  createCalendar,
  listOffsets,
  type OffsetSpan,
} from '@parley/core/extension';
import type { Store, UsageDimension, UsageQuery, UsageSum } from '@parley/core/store';
import { refusing } from '../refusal.ts';

export const foldLengths = { hour: 3_600_000, day: 24 * 3_600_000 } as const;

export interface Folding {
  readonly unit: keyof typeof foldLengths;
  readonly timeZone: string;
}

/** Nothing is older, so that the clocks before it do not matter. */
const earliest = Date.UTC(2000, 0, 1);
/** So far around what is asked for do changes of the clocks matter. */
const marginMs = 2 * foldLengths.day;

/**
 * Asks for each span between two changes of the clocks on its own, in which every day is as long as the
 * other. A day on which they are changed is put together; an hour that comes twice stays two.
 * @throws GatewayError `invalid-request` when there would be more sums than one answer may hold
 */
export async function sumByClock(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  query: UsageQuery,
  { unit, timeZone }: Folding,
): Promise<readonly UsageSum[]> {
  const { from = -Infinity, until = Infinity, by } = query;
  const calendar = createCalendar(timeZone);
  const spans = listOffsets(calendar, {
    from: Math.max(from - marginMs, earliest),
    until: Math.min(until, clock.now()) + marginMs,
  });
  const sums = new Map<string, UsageSum>();
  for (const span of spans.filter((one) => one.until > from && one.from < until)) {
    const timeStep = { lengthMs: foldLengths[unit], offsetMs: span.offsetMs };
    const wanted = { ...query, ...clip(span, { from, until }), timeStep };
    for (const sum of await refusing(() => store.sumUsage(wanted))) {
      const begun = sum.time ?? 0;
      const time = unit === 'day' ? startOfDay(calendar, begun, span) : Math.max(begun, span.from);
      const place = JSON.stringify([time, ...by.map((name) => name !== 'time' && sum[name])]);
      sums.set(place, addSums({ ...sum, time }, sums.get(place)));
    }
  }
  return [...sums.values()].sort((left, right) => compareSums(left, right, by));
}

function clip(
  span: OffsetSpan,
  { from, until }: { readonly from: number; readonly until: number },
): Pick<UsageQuery, 'from' | 'until'> {
  const [first, last] = [Math.max(span.from, from), Math.min(span.until, until)];
  return { ...(first > -Infinity && { from: first }), ...(last < Infinity && { until: last }) };
}

/** When a day really begins whose start is that of clocks which were never changed. */
function startOfDay(calendar: Calendar, begun: number, { offsetMs }: OffsetSpan): number {
  return calendar.startOf(new Date(begun + offsetMs).toISOString().slice(0, 10));
}

function addSums(sum: UsageSum, other: UsageSum | undefined): UsageSum {
  if (other === undefined) return sum;
  return {
    ...sum,
    requests: sum.requests + other.requests,
    failures: sum.failures + other.failures,
    durationMs: sum.durationMs + other.durationMs,
    input: sum.input + other.input,
    cacheRead: sum.cacheRead + other.cacheRead,
    cacheWrite5m: sum.cacheWrite5m + other.cacheWrite5m,
    cacheWrite1h: sum.cacheWrite1h + other.cacheWrite1h,
    output: sum.output + other.output,
    reasoning: sum.reasoning + other.reasoning,
    listNanoUsd: sum.listNanoUsd + other.listNanoUsd,
    chargedNanoUsd: sum.chargedNanoUsd + other.chargedNanoUsd,
  };
}

function compareSums(left: UsageSum, right: UsageSum, by: readonly UsageDimension[]): number {
  const name = by.find((dimension) => left[dimension] !== right[dimension]);
  if (name === undefined) return 0;
  return (left[name] ?? '') < (right[name] ?? '') ? -1 : 1;
}
