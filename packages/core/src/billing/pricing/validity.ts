/** When a price holds; always, where nothing is said. */
export interface Validity {
  /** From the beginning of this day on, in UTC, as `2026-01-31`. */
  readonly from?: string;
  /** Between two times of every day, in UTC, as `16:30`; a span may end on the next day. */
  readonly hours?: { readonly from: string; readonly until: string };
}

/** @param at milliseconds since 1970 */
export function holdsAt({ from, hours }: Validity, at: number): boolean {
  if (from !== undefined && at < Date.parse(from)) return false;
  return hours === undefined || isWithin(hours, new Date(at).toISOString().slice(11, 16));
}

/** Times of this form have the order of their letters. */
function isWithin({ from, until }: NonNullable<Validity['hours']>, time: string): boolean {
  return from <= until ? from <= time && time < until : from <= time || time < until;
}

/** Below 0 when the first begins before the second. */
export function beginsBefore(a: Validity, b: Validity): number {
  return beginOf(a) - beginOf(b);
}

/** What has no beginning was there before everything else. */
function beginOf({ from }: Validity): number {
  return from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(from);
}
