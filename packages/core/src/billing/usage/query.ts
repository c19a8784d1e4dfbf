/** Parses the query of `GET /v1/usage`. */
import { GatewayError } from '@parley/protocol';
import { createCalendar, daysBefore, isTimeZone, type Calendar } from './calendar.ts';

/** What a client asks about the usage of its key. */
export interface UsageRequest {
  readonly calendar: Calendar;
  /** Today in the requested time zone. */
  readonly today: string;
  /** The first listed day. */
  readonly firstDay: string;
  /** The days of the report by model, inclusive. */
  readonly range: { readonly first: string; readonly last: string };
}

const usualDays = 30;
const mostDays = 90;
const longestRangeDays = 366;

/**
 * Parses `days`, `start_date`, `end_date` and `timezone` of a query. Both dates are days of the time zone,
 * which is UTC by default.
 * @param now milliseconds since 1970
 * @throws GatewayError `invalid-request` that names the parameter
 */
export function readUsageRequest(query: URLSearchParams, now: number): UsageRequest {
  const calendar = createCalendar(readTimeZone(query));
  const today = calendar.dayOf(now);
  const last = readDate(query, 'end_date') ?? today;
  const first = readDate(query, 'start_date') ?? daysBefore(last, usualDays - 1);
  if (first > last) refuse('start_date', 'start_date must not be after end_date.');
  if (first < daysBefore(last, longestRangeDays)) {
    refuse('start_date', `Ask for at most ${longestRangeDays} days.`);
  }
  return {
    calendar,
    today,
    firstDay: daysBefore(today, readDays(query) - 1),
    range: { first, last },
  };
}

function readTimeZone(query: URLSearchParams): string {
  const name = query.get('timezone') ?? '';
  if (name === '') return 'UTC';
  if (!isTimeZone(name)) refuse('timezone', 'There is no such time zone.');
  return name;
}

function readDays(query: URLSearchParams): number {
  const text = query.get('days');
  if (text === null) return usualDays;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > mostDays) refuse('days', 'Invalid days, allowed range is 1-90');
  return days;
}

/** Only years that every calendar supports. */
function readDate(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const time = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!isDay) refuse(name, `${name} must be a date such as 2026-04-12.`);
  return text;
}

function refuse(param: string, message: string): never {
  throw new GatewayError('invalid-request', message, { reason: 'invalid_value', param });
}
