/** Tells errors of the driver apart, and turns them into errors of the contract; used by the pool and its connections. */
import { StoreLockedError, StoreUnavailableError } from '@parley/core/store';
import pg from 'pg';

/** Throws the error of the contract for what a call of the driver has thrown. */
export function rejectAsUnavailable(cause: unknown): never {
  if (isLockTimeout(cause)) throw new StoreLockedError({ cause });
  throw new StoreUnavailableError(`PostgreSQL could not serve: ${reasonOf(cause)}`, { cause });
}

/** `lock_not_available` */
function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

const needsSessions =
  'a pooler in transaction mode must support prepared statements (PgBouncer: 1.21 or newer, max_prepared_statements above 0)';

/** `invalid_sql_statement_name` or `duplicate_prepared_statement`: it was prepared in another session. */
function isStrayStatement(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? '');
}

/** Node reports the failures of several addresses of a host as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  if (isStrayStatement(cause)) return `${cause.message}; ${needsSessions}`;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The server is a standby: the database has another primary, to which new connections may lead. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** `in_failed_sql_transaction`: an earlier statement of the transaction has failed, and says why. */
export function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/** No connection was open in time. The driver has no code for it; a refused or broken connection has one. */
export function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('due to connection timeout');
}
