/** Goes through the rows of a table in pages; used by migrations that change many rows. */
import { sql, type Kysely } from 'kysely';

/** How many rows one statement reads, so that none exceeds a database's time limit. */
const rowsAtOnce = 5_000;

/** The ids of a page: above `after`, up to `last`. */
export interface Page {
  readonly after: string;
  readonly last: string;
}

/** Calls a function for every page of a table, in the order of its ids. */
export async function forEachPage(
  database: Kysely<unknown>,
  table: string,
  change: (page: Page) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from (
        select id from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(rowsAtOnce)}
      ) as page
    `.execute(database);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    await change({ after, last });
    after = last;
  }
}
