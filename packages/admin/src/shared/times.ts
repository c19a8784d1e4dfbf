/** Points in time: RFC 3339 in the API, milliseconds since 1970 in the code. */
import * as z from 'zod';

/** An RFC 3339 date and time, parsed to milliseconds since 1970. */
export const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .describe('RFC 3339 date and time, such as 2026-12-31T00:00:00Z.');

/** Milliseconds since 1970 as RFC 3339. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** As `formatTime`; null when there is no time. */
export function formatTimeOrNull(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : formatTime(milliseconds);
}
