/** How a statement with more values than the storage takes reaches it. */

/** The storage takes no more in one statement (developers.cloudflare.com/durable-objects/platform/limits). */
const mostBound = 100;

/**
 * Many values travel as one JSON text, from which SQLite takes each again.
 * @param sql whose places are numbered: `?1`, `?2` and so on
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
