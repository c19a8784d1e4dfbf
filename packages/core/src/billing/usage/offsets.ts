/** When the clocks of a time zone are changed, for sums that the store makes between two changes. */
import type { Calendar } from './days.ts';

/** A span in which a zone keeps one distance from UTC. Times are milliseconds since 1970. */
export interface OffsetSpan {
  /** `-Infinity` for the first one. */
  readonly from: number;
  /** `Infinity` for the last one. */
  readonly until: number;
  /** What is added to UTC. */
  readonly offsetMs: number;
}

const minuteMs = 60_000;
/** Clocks are not changed twice within it. */
const scanStepMs = 7 * 24 * 60 * minuteMs;

/** The spans of a zone, in their order. Changes before and behind the given times are left out. */
export function listOffsets(
  calendar: Calendar,
  { from, until }: { readonly from: number; readonly until: number },
): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let current = { from: -Infinity, offsetMs: calendar.offsetOf(from) };
  for (let time = from; time < until; time += scanStepMs) {
    const next = Math.min(time + scanStepMs, until);
    const offsetMs = calendar.offsetOf(next);
    if (offsetMs === current.offsetMs) continue;
    const change = findChange(calendar, time, next);
    spans.push({ ...current, until: change });
    current = { from: change, offsetMs };
  }
  return [...spans, { ...current, until: Infinity }];
}

/** The first minute at which the offset is no longer that of the start. */
function findChange({ offsetOf }: Calendar, from: number, until: number): number {
  const before = offsetOf(from);
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(until / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle * minuteMs) === before) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
