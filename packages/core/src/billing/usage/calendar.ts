/** Days of a time zone, and the times when its offset from UTC changes; used by usage reports. */

const dayMs = 86_400_000;

/** Days of a time zone. All offsets are multiples of a quarter of an hour, as are the steps of usage. */
export interface Calendar {
  /** The day of a time, as `2026-04-12`. */
  dayOf(time: number): string;
  /** The time at which a day begins, in milliseconds since 1970. */
  startOf(day: string): number;
  /** The offset from UTC at a time, in milliseconds; whole minutes. */
  readonly offsetOf: (time: number) => number;
}

/** Whether the platform knows a time zone by this name, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the calendar of a time zone, such as `Europe/Berlin`.
 * @throws RangeError when there is no such time zone
 */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const readClock = (time: number): ReadonlyMap<string, string> =>
    new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const part = (clock: ReadonlyMap<string, string>, type: string) => clock.get(type) ?? '00';
  const dayOf = (time: number): string => {
    const clock = readClock(time);
    return `${part(clock, 'year')}-${part(clock, 'month')}-${part(clock, 'day')}`;
  };
  /** Local time, read as if it were UTC. */
  const wallTime = (time: number): number => {
    const clock = readClock(time);
    const hour = `${part(clock, 'hour')}:${part(clock, 'minute')}:${part(clock, 'second')}`;
    return Date.parse(`${dayOf(time)}T${hour}Z`);
  };
  const offsetOf = (time: number): number => {
    const second = Math.floor(time / 1_000) * 1_000;
    return wallTime(second) - second;
  };
  return {
    dayOf,
    offsetOf,
    startOf(day) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      // By the offsets of the day before and of the day after. The offset may change in between, even at
      // midnight, so that a day begins at one o'clock or has two midnights.
      const starts = [midnight - dayMs, midnight + dayMs]
        .map((time) => midnight - offsetOf(time))
        .sort((one, other) => one - other);
      const [early = midnight, late = midnight] = starts;
      return dayOf(early) >= day ? early : late;
    },
  };
}

/** The days from one to another, inclusive. */
export function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += dayMs) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/** The day a number of days before another one. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);
}

/** When the clocks of a time zone are changed, for sums that the store makes between two changes. */

/** A span in which a zone has one offset from UTC. Times are milliseconds since 1970. */
export interface OffsetSpan {
  /** `-Infinity` for the first span. */
  readonly from: number;
  /** `Infinity` for the last span. */
  readonly until: number;
  /** Added to UTC. */
  readonly offsetMs: number;
}

const minuteMs = 60_000;
/** No zone changes its offset twice within this time. */
const scanStepMs = 7 * dayMs;

/** The spans of a zone, in order. Changes outside the given times are omitted. */
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

/** The first minute at which the offset differs from that of the start. */
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
