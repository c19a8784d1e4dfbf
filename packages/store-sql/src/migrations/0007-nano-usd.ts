/** The migration that renames amounts of money; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { forEachPage } from './pages.ts';

/** Renames amounts of money after their unit: `nanos` becomes `nano_usd`. */
export const nanoUsd: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of Object.entries(renamedColumns)) {
      for (const column of columns) await renameColumn(database, table, column);
    }
    for (const column of jsonColumns) await renameInJson(database, column);
  },
};

const renamedColumns = {
  key_states: [
    'reserved_nanos',
    'quota_nanos',
    'window_5h_nanos',
    'window_1d_nanos',
    'window_7d_nanos',
  ],
  reservations: ['nanos'],
  ledger: ['nanos', 'list_nanos'],
  usage_sums: ['list_nanos', 'charged_nanos'],
  exchanges: ['list_nanos', 'charged_nanos'],
} as const;

async function renameColumn(
  database: Kysely<unknown>,
  table: string,
  column: string,
): Promise<void> {
  await database.schema
    .alterTable(table)
    .renameColumn(column, column.replace(/nanos$/, 'nano_usd'))
    .execute();
}

/** A column of JSON text, with the new names of its fields by the old ones. */
interface JsonColumn {
  readonly table: string;
  readonly column: string;
  readonly names: Readonly<Record<string, string>>;
}

const jsonColumns: readonly JsonColumn[] = [
  { table: 'keys', column: 'limits', names: { nanos: 'nanoUsd' } },
  {
    table: 'exchanges',
    column: 'attempt_records',
    names: { listNanos: 'listNanoUsd', chargedNanos: 'chargedNanoUsd' },
  },
];

/** A quote within a JSON string is escaped, so `"name":` occurs only as a field name. */
async function renameInJson(database: Kysely<unknown>, json: JsonColumn): Promise<void> {
  const [table, column] = [sql.table(json.table), sql.ref(json.column)];
  const changed = Object.entries(json.names).reduce(
    (text, [from, to]) => sql<string>`replace(${text}, ${`"${from}":`}, ${`"${to}":`})`,
    sql<string>`${column}`,
  );
  await forEachPage(database, json.table, async ({ after, last }) => {
    await sql`
      update ${table} set ${column} = ${changed}
      where id > ${after} and id <= ${last} and ${column} like '%anos":%'
    `.execute(database);
  });
}
