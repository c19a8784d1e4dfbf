/** Brings the tables of a database up to date; used by drivers when they open one. */
import { StoreEmptyError, StoreUnavailableError, StoreVersionError } from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Schema } from '../schema.ts';

export interface MigrationOptions {
  /** Whether tables are created where there are none, rather than refused; true by default. */
  readonly creates?: boolean | undefined;
  /** Whether tables of an earlier version are upgraded, rather than refused; true by default. */
  readonly upgrades?: boolean;
  /** The schema that contains the tables, in databases that have several. */
  readonly schema?: string;
  /**
   * Waits inside the transaction until no other process migrates; not needed where a transaction locks the
   * whole database from its start.
   */
  readonly takeTurn?: (transaction: Kysely<Schema>) => Promise<void>;
}

/**
 * Brings the tables up to date in one transaction, so that processes that start together take turns and a
 * failed migration changes nothing.
 * @throws StoreVersionError when the database contains migrations that this version does not know, or lacks some and
 * is not to be upgraded
 * @throws StoreEmptyError when there are no tables and none are to be created
 */
export async function migrateToLatest(
  database: Kysely<Schema>,
  { schema, takeTurn, upgrades = true, creates = true }: MigrationOptions = {},
): Promise<void> {
  // Tables that are up to date need no lock, which a backup may hold.
  const state = await readState(database, schema);
  if (state === 'up-to-date') return;
  if (state === 'empty' && !creates) throw new StoreEmptyError();
  if (state === 'earlier' && !upgrades) {
    throw new StoreVersionError(
      'The database has the tables of an earlier version of Parley. A gateway of this version upgrades them when it starts, and they cannot go back: make a backup first.',
      { isEarlier: true },
    );
  }
  await database.transaction().execute(async (transaction) => {
    await takeTurn?.(transaction);
    if ((await readState(transaction, schema)) === 'up-to-date') return;
    const migrator = new Migrator({
      db: transaction,
      ...(schema !== undefined && { migrationTableSchema: schema }),
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new StoreUnavailableError(`The database could not be migrated: ${reason}`, {
        cause: error,
      });
    }
  });
}

/** @throws StoreVersionError for migrations that this version does not know */
async function readState(
  database: Kysely<Schema>,
  schema: string | undefined,
): Promise<'empty' | 'earlier' | 'up-to-date'> {
  const executed = await listExecuted(database, schema);
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new StoreVersionError(
      `The database was made by a newer version of Parley (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
  if (executed.length === 0) return 'empty';
  return executed.length < Object.keys(migrations).length ? 'earlier' : 'up-to-date';
}

async function listExecuted(
  database: Kysely<Schema>,
  schema: string | undefined,
): Promise<readonly string[]> {
  if (!(await hasMigrations(database, schema))) return [];
  const rows = await database
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { readonly name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}

/** Where a database has several schemas, the introspection reads all of them, and fails while one is dropped. */
async function hasMigrations(
  database: Kysely<Schema>,
  schema: string | undefined,
): Promise<boolean> {
  if (schema === undefined) {
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
    return tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE);
  }
  const { rows } = await sql`
    select from information_schema.tables
    where table_schema = ${schema} and table_name = ${DEFAULT_MIGRATION_TABLE}
  `.execute(database);
  return rows.length > 0;
}
