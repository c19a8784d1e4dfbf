/** The kysely dialect for `node:sqlite`; used by `sqlite-store.ts`. */
import type { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Dialect, Driver } from 'kysely';
import { createConnection } from './connection.ts';

export interface ConnectionOptions {
  /** How long a statement waits while another connection locks the file, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Whether the connection cannot write; its transactions then take no lock. False by default. */
  readonly isReadOnly?: boolean;
}

/** Creates the kysely dialect for an open `node:sqlite` database. */
export function createSqliteDialect(database: DatabaseSync, options: ConnectionOptions): Dialect {
  return {
    createDriver: () => createDriver(database, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/** One connection; kysely itself serialises its users. */
function createDriver(
  database: DatabaseSync,
  { busyTimeoutMs, isReadOnly = false }: ConnectionOptions,
): Driver {
  const connection = createConnection(database, busyTimeoutMs);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    // Taking the write lock at once makes a transaction wait at its start. One that reads first and writes
    // later would fail when another process writes in between.
    beginTransaction: () => connection.execute(isReadOnly ? 'begin' : 'begin immediate'),
    commitTransaction: () => connection.execute('commit'),
    rollbackTransaction: () => connection.execute('rollback').catch(ignoreFinishedTransaction),
    // Kysely calls this only after a query has run; whoever opened the database closes it.
    destroy: () => Promise.resolve(),
  };
}

/**
 * Some errors, such as a full disk, roll the transaction back before this code does. Rolling back again then
 * fails harmlessly (sqlite.org/lang_transaction.html), and must not hide the first error.
 */
function ignoreFinishedTransaction(): void {
  return undefined;
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
