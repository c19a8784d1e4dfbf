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
function listErrors(cause: unknown): readonly unknown[] {
  return cause instanceof AggregateError ? cause.errors.flatMap(listErrors) : [cause];
}

/** What has failed, then, once, what can be done about it. */
function reasonOf(cause: unknown): string {
  const errors = listErrors(cause);
  const words = errors.map((error) => (error instanceof Error ? error.message : String(error)));
  return [words.join(', '), ...new Set(errors.flatMap(adviseOn))].join('; ');
}

const checkCertificate =
  'name the authority of its certificate with sslrootcert, and the host as the certificate does';

const offerTls = 'turn on TLS at the server, or remove sslmode from the database URL';
const useTls =
  'if the server requires TLS, add sslmode=verify-full to the database URL; otherwise check its pg_hba.conf';

const form = 'which has the form postgres://user:password@host:5432/database';

/** What an operator can do, by the code of the server (SQLSTATE) or of the connection. */
const adviceByCode = new Map(
  Object.entries({
    '28P01':
      'check user and password in the database URL, where special characters are percent-encoded',
    '28000': 'check the user in the database URL, and what pg_hba.conf on the server allows it',
    '3D000': 'create the database, or check its name in the database URL',
    '42501': 'grant the user the rights that it lacks, such as to create tables in the schema',
    '25006': 'this server is a standby or read-only: use the address of the primary',
    '53300': 'raise max_connections on the server, or run fewer gateways or workers',
    '57P03': 'the server is starting or stopping: try again',
    ECONNREFUSED: 'check that PostgreSQL runs, and host and port in the database URL',
    ERR_INVALID_URL: `check the database URL, ${form}`,
    ENOTFOUND: `check the host in the database URL, ${form}`,
    EAI_AGAIN: 'check the host in the database URL, and the name server of this machine',
    ETIMEDOUT: 'check host and port in the database URL, and the firewalls on the way',
    SELF_SIGNED_CERT_IN_CHAIN: checkCertificate,
    DEPTH_ZERO_SELF_SIGNED_CERT: checkCertificate,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: checkCertificate,
    ERR_TLS_CERT_ALTNAME_INVALID: checkCertificate,
  }),
);

/** The driver has no code for a server without TLS, and the server none of its own for a connection without. */
function adviseOn(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  if (isStrayStatement(error)) return [needsSessions];
  if (error.message.includes('does not support SSL')) return [offerTls];
  const code = 'code' in error ? error.code : undefined;
  if (code === '28000' && error.message.includes('no encryption')) return [useTls];
  const known = isConnectTimeout(error) ? 'ETIMEDOUT' : code;
  const advice = typeof known === 'string' ? adviceByCode.get(known) : undefined;
  return advice === undefined ? [] : [advice];
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
