/**
 * How many values one statement carries at most. SQLite takes 32,766 (sqlite.org/limits.html) and
 * PostgreSQL 65,535 (postgresql.org/docs/current/limits.html).
 */
const mostValues = 16_000;

/** Writes any number of rows, as many in one statement as it can carry. */
export async function writeRows<Row extends object>(
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
