/** Lists in pages: the query parameters, the page and the cursor of lists that are ordered by time. */
import * as z from 'zod';
import { invalid } from './errors.ts';

/** The query parameters of a list in pages. */
export const page = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Maximum number of entries.'),
  after: z.string().min(1).optional().describe('`next` of the previous page.'),
});

/** One page of a list. */
export interface Page<View> {
  readonly data: readonly View[];
  /** `after` of the next page; null on the last page. */
  readonly next: string | null;
}

/** A page of a list that is ordered by id. */
export function toPage<View extends { readonly id: string }>(
  data: readonly View[],
  limit: number,
): Page<View> {
  return { data, next: data.length === limit ? (data.at(-1)?.id ?? null) : null };
}

/** A position in a list that is ordered by time and id; an empty id is before all others of the time. */
export interface Cursor {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
}

/** @throws GatewayError `invalid-request` when the text is not a cursor */
export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, time, id = ''] = /^(\d{1,16})_(.{0,200})$/s.exec(text) ?? [];
  if (time === undefined) throw invalid('Use the `next` of a previous page.', 'after');
  return { time: Number(time), id };
}

/** The cursor behind the last entry of a page; null when the page is not full, so that none follows. */
export function nextCursor<Entry>(
  entries: readonly Entry[],
  limit: number,
  cursorOf: (entry: Entry) => Cursor,
): string | null {
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return last === undefined ? null : writeCursor(cursorOf(last));
}

export function writeCursor({ time, id }: Cursor): string {
  return `${time}_${id}`;
}
