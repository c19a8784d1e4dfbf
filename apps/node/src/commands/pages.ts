/** Reads the lists of the admin API that come in pages; used by commands that list or export. */
import type { Page } from '@parley/admin';

/** The page size when a whole list is read. */
const pageSize = 500;

/** A part of a list: at most so many entries, which follow those of the page before. */
export interface PageQuery {
  readonly limit: number;
  readonly after?: string;
}

/** Every entry of a list; each page is read when it is needed. */
export async function* readPages<Entry>(
  read: (query: PageQuery) => Promise<Page<Entry>>,
): AsyncGenerator<Entry, void> {
  let query: PageQuery | undefined = { limit: pageSize };
  while (query !== undefined) {
    const { data, next }: Page<Entry> = await read(query);
    yield* data;
    query = next === null ? undefined : { limit: pageSize, after: next };
  }
}

/** Every entry of a list, at once. */
export async function readAll<Entry>(
  read: (query: PageQuery) => Promise<Page<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of readPages(read)) entries.push(entry);
  return entries;
}
