/** Days and hours of a time zone as points in time. */

/** Such as `2026-11-22`. */
export type DayText = string;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The zone of this browser. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether the browser knows this IANA name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The day on which an instant falls. */
export function dayOf(instant: number, zone: string): DayText {
  return readClock(instant, zone).toISOString().slice(0, 10);
}

/** @returns `undefined` when there is no such day */
export function readDay(text: string): DayText | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) || toDay(time) !== text ? undefined : text;
}

export function addDays(day: DayText, count: number): DayText {
  return toDay(Date.parse(day) + count * dayMs);
}

/** The instant at which a day begins; where midnight is skipped, the first one after it. */
export function startOf(day: DayText, zone: string): number {
  const midnight = Date.parse(day);
  const first = midnight - offsetAt(midnight, zone);
  const start = midnight - offsetAt(first, zone);
  // If the clock is set forward at midnight, the computed start still shows the day before.
  return dayOf(start, zone) === day ? start : first;
}

/** The starts of all days or hours between two times. */
export function stepsBetween(
  {
    from,
    until,
    step,
  }: { readonly from: number; readonly until: number; readonly step: 'day' | 'hour' },
  zone: string,
): readonly number[] {
  const steps: number[] = [];
  if (step === 'hour') {
    for (let at = from; at < until; at += hourMs) steps.push(at);
    return steps;
  }
  for (let day = dayOf(from, zone); startOf(day, zone) < until; day = addDays(day, 1)) {
    steps.push(startOf(day, zone));
  }
  return steps;
}

function toDay(time: number): DayText {
  return new Date(time).toISOString().slice(0, 10);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  return readClock(instant, zone).getTime() - Math.floor(instant / 1_000) * 1_000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC. */
function readClock(instant: number, zone: string): Date {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(zone, clock);
  const parts = new Map(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return new Date(
    Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    ),
  );
}
