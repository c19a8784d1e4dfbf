/** The statements of reservations and settlements, which take whole tables of rows as one JSON parameter. */
import { toStorableText } from '@parley/core/store';
import type { PipelinedClient, PreparedStatement } from './pipelined-client.ts';

/** The store's clock. Not `now()`, which is constant while a transaction waits for locks. */
export const clock = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';

/** How rows are written: which columns identify them, and what happens to those that exist. */
export interface Upsert {
  readonly table: string;
  readonly identity: readonly string[];
  readonly existing: 'fail' | 'keep' | 'replace' | 'add';
  /** SQL in place of the value of a column. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Which rows are written; they are called `given`. */
  readonly where?: string;
}

/** Inserts rows of one JSON parameter, ordered by what identifies them so that transactions cannot deadlock. */
function upsertRows(upsert: Upsert, columns: readonly string[]): PreparedStatement {
  const { table, identity, existing, computed = {}, where = 'true' } = upsert;
  const values = columns.map((name) => computed[name] ?? `given.${name}`);
  const changes = columns
    .filter((name) => !identity.includes(name))
    .map((name) =>
      existing === 'add'
        ? `${name} = ${table}.${name} + excluded.${name}`
        : `${name} = excluded.${name}`,
    );
  const onConflict = {
    fail: '',
    keep: `on conflict (${identity.join(', ')}) do nothing`,
    replace: `on conflict (${identity.join(', ')}) do update set ${changes.join(', ')}`,
    add: `on conflict (${identity.join(', ')}) do update set ${changes.join(', ')}`,
  }[existing];
  return {
    name: `parley_${existing}_${table}`,
    text: `
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')}
      from json_populate_recordset(null::${table}, $1::json) as given
      where ${where}
      order by ${identity.map((name) => `given.${name}`).join(', ')}
      ${onConflict}
      returning ${identity.map((name) => `${table}.${name}`).join(', ')}`,
  };
}

/** Sends a statement for rows; nothing where there are none. */
export async function sendRows(
  client: PipelinedClient,
  upsert: Upsert,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const statement = upsertRows(upsert, Object.keys(first));
  return (await client.query(statement, [toJson(rows)])).rows;
}

/** JSON can escape characters that PostgreSQL rejects in texts: NUL and unpaired surrogates. */
const suspectEscape = /\\u(?:0000|d[89a-f])/;

/** The rows as JSON text that PostgreSQL accepts. */
export function toJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  if (!suspectEscape.test(text)) return text;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? toStorableText(value) : value,
  );
}

/**
 * Waits for all answers of statements that share a round trip.
 * @throws the first failure, once none of them runs any more
 */
export async function allAnswered<const Answers extends readonly Promise<unknown>[]>(
  answers: Answers,
): Promise<{ readonly [Index in keyof Answers]: Awaited<Answers[Index]> }> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}
