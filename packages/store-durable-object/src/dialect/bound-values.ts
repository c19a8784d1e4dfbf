/** Passes statements with more values than the storage accepts; used by the connection. */

/**
 * The maximum number of values in one statement (developers.cloudflare.com/durable-objects/platform/limits).
 */
const mostBound = 100;

/**
 * Passes many values as one JSON text, from which SQLite extracts each of them.
 * @param sql with numbered parameters: `?1`, `?2` and so on
 * @param values texts, numbers and nulls
 */
export function bindValues(
  sql: string,
  values: readonly unknown[],
): { readonly sql: string; readonly values: readonly unknown[] } {
  if (values.length <= mostBound) return { sql, values };
  const taken = sql.replaceAll(/\?(\d+)/g, (_, number: string) => `(?1->>${Number(number) - 1})`);
  return { sql: taken, values: [JSON.stringify(values)] };
}
