/** The kysely dialect for `node:sqlite`; used by `sqlite-store.ts`. */
import type { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Dialect } from 'kysely';
import { createSqliteDriver, type DriverOptions } from './driver.ts';

/** Creates the kysely dialect for an open `node:sqlite` database. */
export function createSqliteDialect(database: DatabaseSync, options: DriverOptions): Dialect {
  return {
    createDriver: () => createSqliteDriver(database, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/**
 * SQLite can roll back schema changes; kysely assumes that it cannot, because a few pragmas have no effect
 * inside a transaction. Our migrations use none of them, so all migrations can run in one transaction.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
