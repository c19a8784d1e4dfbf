import * as z from 'zod';

/** A moment as RFC 3339 text, read as milliseconds since 1970. */
export const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .describe('A moment, such as 2026-12-31T00:00:00Z.');

/** Milliseconds since 1970 as RFC 3339. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same, with null for what does not exist. */
export function formatTimeOrNull(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : formatTime(milliseconds);
}
