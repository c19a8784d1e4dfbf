/** Brings the tables of a database up to date; used by drivers when they open one. */
import { StoreUnavailableError, StoreVersionError } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Schema } from '../schema.ts';

export interface MigrationOptions {
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
 * @throws StoreVersionError when the database contains migrations that this version does not know
 */
export async function migrateToLatest(
  database: Kysely<Schema>,
  { schema, takeTurn }: MigrationOptions = {},
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await takeTurn?.(transaction);
    await refuseNewerVersion(transaction, schema);
    const migrator = new Migrator({
      db: transaction,
      ...(schema !== undefined && { migrationTableSchema: schema }),
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) {
      throw new StoreUnavailableError('The database could not be migrated.', { cause: error });
    }
  });
}

async function refuseNewerVersion(
  transaction: Transaction<Schema>,
  schema: string | undefined,
): Promise<void> {
  const unknown = (await listExecuted(transaction, schema)).filter(
    (name) => !Object.hasOwn(migrations, name),
  );
  if (unknown.length === 0) return;
  throw new StoreVersionError(
    `The database was made by a newer version of Parley (${unknown.join(', ')}). Start that version, or restore a backup.`,
  );
}

async function listExecuted(
  transaction: Transaction<Schema>,
  schema: string | undefined,
): Promise<readonly string[]> {
  const tables = await transaction.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some(
    (table) =>
      table.name === DEFAULT_MIGRATION_TABLE && (schema === undefined || table.schema === schema),
  );
  if (!isThere) return [];
  const rows = await transaction
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { readonly name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
