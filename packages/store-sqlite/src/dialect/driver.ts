import type { DatabaseSync } from 'node:sqlite';
import type { Driver } from 'kysely';
import { createConnection } from './connection.ts';

/** One connection; kysely itself lets its users take turns. */
export function createSqliteDriver(database: DatabaseSync, busyTimeoutMs: number): Driver {
  const connection = createConnection(database, busyTimeoutMs);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    // Taking the write lock at once makes a transaction wait at its start; one that reads first
    // and writes later could not go on at all when another process wrote in between.
    beginTransaction: () => connection.execute('begin immediate'),
    commitTransaction: () => connection.execute('commit'),
    rollbackTransaction: () => connection.execute('rollback').catch(ignoreFinishedTransaction),
    // Kysely calls this only after a query has run; whoever opened the database closes it.
    destroy: () => Promise.resolve(),
  };
}

/**
 * Some errors, a full disk among them, roll the transaction back before we do. Rolling back again
 * then fails without harm (sqlite.org/lang_transaction.html), and must not hide the first error.
 */
function ignoreFinishedTransaction(): void {
  return undefined;
}
