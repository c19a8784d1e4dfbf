import type { DatabaseFacts } from './database-facts.ts';

/**
 * SQLite takes 32,766 values in one statement (sqlite.org/limits.html) and PostgreSQL 65,535
 * (postgresql.org/docs/current/limits.html).
 */
const defaultMostValues = 16_000;

/** Writes any number of rows, as many in one statement as it can carry. */
export async function writeRows<Row extends object>(
  { mostValues = defaultMostValues }: Pick<DatabaseFacts, 'mostValues'>,
  rows: readonly Row[],
  write: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const atOnce = Math.max(1, Math.floor(mostValues / Object.keys(first).length));
  for (let start = 0; start < rows.length; start += atOnce) {
    await write(rows.slice(start, start + atOnce));
  }
}
