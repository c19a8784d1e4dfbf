/** Brings the tables of a database up to date; used by drivers when they open one. */
import { StoreEmptyError, StoreUnavailableError, StoreVersionError } from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Schema } from '../schema.ts';

/** A step of the upgrade of tables, which takes minutes where there are many rows. */
export interface TableUpgrade {
  /** The last migration that the tables had before. */
  readonly from: string;
  /** The last migration that they have afterwards. */
  readonly to: string;
  /** How long it took, in milliseconds; `undefined` before it has ended. */
  readonly durationMs?: number;
  /** True when this process has to wait until another one has upgraded the tables. */
  readonly isWaiting?: true;
}

export interface MigrationOptions {
  /** Whether tables are created where there are none, rather than refused; true by default. */
  readonly creates?: boolean | undefined;
  /** Whether tables of an earlier version are upgraded, rather than refused; true by default. */
  readonly upgrades?: boolean;
  /** The schema that contains the tables, in databases that have several. */
  readonly schema?: string;
  /**
   * Waits inside the transaction until no other process migrates; not needed where a transaction locks the
   * whole database from its start. Calls `onWait` before it waits.
   */
  readonly takeTurn?: (transaction: Kysely<Schema>, onWait: () => void) => Promise<void>;
  /**
   * Called when an upgrade of tables has to wait for another process, when it begins, and when it has ended well; not
   * when tables are created.
   */
  readonly onUpgrade?: ((upgrade: TableUpgrade) => void) | undefined;
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
  {
    schema,
    takeTurn,
    upgrades = true,
    creates = true,
    onUpgrade = () => undefined,
  }: MigrationOptions = {},
): Promise<void> {
  // Tables that are up to date need no lock, which a backup may hold.
  const { state, last } = await readTables(database, schema);
  if (state === 'up-to-date') return;
  if (state === 'empty' && !creates) throw new StoreEmptyError();
  if (state === 'earlier' && !upgrades) {
    throw new StoreVersionError(
      'The database has the tables of an earlier version of Parley. A gateway of this version upgrades them when it starts, and they cannot go back: make a backup first.',
      { isEarlier: true },
    );
  }
  const begun = await database.transaction().execute(async (transaction) => {
    await takeTurn?.(transaction, () => {
      if (last !== undefined) onUpgrade({ from: last, to: latest, isWaiting: true });
    });
    const { state: current, last: from } = await readTables(transaction, schema);
    if (current === 'up-to-date') return undefined;
    const upgrade = from === undefined ? undefined : { from, to: latest };
    if (upgrade) onUpgrade(upgrade);
    const beganAt = performance.now();
    await migrate(transaction, schema);
    return upgrade && { ...upgrade, beganAt };
  });
  // Only now can the upgrade not be undone.
  if (begun) {
    const { beganAt, ...upgrade } = begun;
    onUpgrade({ ...upgrade, durationMs: Math.round(performance.now() - beganAt) });
  }
}

/** The last migration that this version knows. */
const latest = Object.keys(migrations).toSorted().at(-1) ?? '';

async function migrate(database: Kysely<Schema>, schema: string | undefined): Promise<void> {
  const migrator = new Migrator({
    db: database,
    ...(schema !== undefined && { migrationTableSchema: schema }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : 'unknown';
  throw new StoreUnavailableError(`The database could not be migrated: ${reason}`, {
    cause: error,
  });
}

interface TablesFound {
  readonly state: 'empty' | 'earlier' | 'up-to-date';
  /** The last migration that they have had. */
  readonly last: string | undefined;
}

/** @throws StoreVersionError for migrations that this version does not know */
async function readTables(
  database: Kysely<Schema>,
  schema: string | undefined,
): Promise<TablesFound> {
  const executed = await listExecuted(database, schema);
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new StoreVersionError(
      `The database was made by a newer version of Parley (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
  const last = executed.at(-1);
  if (last === undefined) return { state: 'empty', last };
  const isEarlier = executed.length < Object.keys(migrations).length;
  return { state: isEarlier ? 'earlier' : 'up-to-date', last };
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
