/** The kysely driver for `node:sqlite`; used by `sqlite-dialect.ts`. */
import type { DatabaseSync } from 'node:sqlite';
import type { Driver } from 'kysely';
import { createConnection } from './connection.ts';

export interface DriverOptions {
  /** How long a statement waits while another connection locks the file, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Whether the connection cannot write; its transactions then take no lock. False by default. */
  readonly isReadOnly?: boolean;
}

/** One connection; kysely itself serialises its users. */
export function createSqliteDriver(
  database: DatabaseSync,
  { busyTimeoutMs, isReadOnly = false }: DriverOptions,
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
