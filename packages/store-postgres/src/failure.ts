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

/** Node reports the failures of several addresses of a host as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

/** The server is a standby: the database has another primary, to which new connections may lead. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** No connection was open in time. The driver has no code for it; a refused or broken connection has one. */
export function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('due to connection timeout');
}
