/** The period that the page shows: whole days of a time zone, in steps of days or hours. */
import { addDays, dayOf, localZone, startOf, type DayText } from '../../calendar/zone.ts';
import type { UsageSearch } from './search.ts';

export interface Period {
  readonly zone: string;
  readonly step: 'day' | 'hour';
  readonly firstDay: DayText;
  readonly lastDay: DayText;
  /** Milliseconds since 1970; the end is the first instant that does not belong to it. */
  readonly from: number;
  readonly until: number;
  /** As much time just before it, without the part that is yet to come. */
  readonly before: { readonly from: number; readonly until: number };
}

const rangeDays = { today: 1, week: 7, month: 30, quarter: 90 } as const;
/** Maximum number of days of a chart in hours. */
const mostDaysInHours = 92;
const mostDays = 1_100;
const dayMs = 86_400_000;

export function periodOf(search: UsageSearch, now: number): Period {
  const zone = search.zone ?? localZone();
  const [firstDay, lastDay] = daysOf(search, dayOf(now, zone));
  const from = startOf(firstDay, zone);
  const until = startOf(addDays(lastDay, 1), zone);
  const isLong = until - from > (mostDaysInHours + 1) * dayMs;
  const wanted = search.step ?? (until - from > 2 * dayMs ? 'day' : 'hour');
  const step = isLong ? 'day' : wanted;
  const before = beforeOf({ zone, firstDay, lastDay, from }, Math.min(now, until));
  return { zone, step, firstDay, lastDay, from, until, before };
}

function beforeOf(
  { zone, firstDay, lastDay, from }: Pick<Period, 'zone' | 'firstDay' | 'lastDay' | 'from'>,
  until: number,
): Period['before'] {
  const days = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs) + 1;
  const start = startOf(addDays(firstDay, -days), zone);
  return { from: start, until: Math.min(from, start + Math.max(0, until - from)) };
}

function daysOf({ range = 'week', from, until }: UsageSearch, today: DayText): [DayText, DayText] {
  if (range === 'yesterday') return [addDays(today, -1), addDays(today, -1)];
  if (range !== 'custom') return [addDays(today, 1 - rangeDays[range]), today];
  const last = until ?? today;
  const first = from ?? addDays(last, -6);
  const [low, high] = first <= last ? [first, last] : [last, first];
  const longest = addDays(high, 1 - mostDays);
  return [low < longest ? longest : low, high];
}
