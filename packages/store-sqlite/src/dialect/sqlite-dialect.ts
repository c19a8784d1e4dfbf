import type { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Dialect } from 'kysely';
import { createSqliteDriver } from './driver.ts';

/**
 * Lets kysely speak to a database that `node:sqlite` has opened.
 * @param busyTimeoutMs how long a statement waits while another connection holds the file.
 */
export function createSqliteDialect(database: DatabaseSync, busyTimeoutMs: number): Dialect {
  return {
    createDriver: () => createSqliteDriver(database, busyTimeoutMs),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/**
 * SQLite can roll back changes of the schema; kysely assumes not, because a few pragmas do nothing
 * inside a transaction. Our migrations use none, so that all of them can run in one transaction.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
