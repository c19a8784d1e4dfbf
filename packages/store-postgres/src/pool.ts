/** The connection pool; used by `postgres-store.ts`. */
import { StoreUnavailableError } from '@parley/core/store';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

export interface PoolOptions {
  /** `postgres://user:password@host:5432/database`; parameters such as `sslmode` as in libpq. */
  readonly url: string;
  /** The maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  readonly schema?: string;
}

const usualPoolSize = 10;
/** The time limits for opening a connection and for one statement, in milliseconds. */
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Milliseconds after which a transaction that its process has abandoned is rolled back. */
const leftTransactionMs = 30_000;

const bigintType = 20;
const numericType = 1_700;

/**
 * Connections to one database. Integers are returned as numbers, and every failure as
 * `StoreUnavailableError`; a connection that breaks while idle is replaced without an error.
 */
export function createPool({ url, poolSize, schema }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize ?? usualPoolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: leftTransactionMs,
    keepAlive: true,
    application_name: 'parley',
    ...(schema !== undefined && { options: `-c search_path=${quoteSetting(schema)}` }),
    types: { getTypeParser },
  });
  pool.on('error', () => undefined);
  return {
    connect: async () => wrapClient(await pool.connect().catch(rejectAsUnavailable)),
    end: () => pool.end(),
    options: pool.options,
  };
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  // Without a listener the loss of a connection in use would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let isBroken = false;
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(text, parameters.map(toParameter));
    } catch (error) {
      isBroken ||= !(error instanceof pg.DatabaseError);
      return rejectAsUnavailable(error);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      client.off('error', ignore);
      // A connection that failed for a reason other than an error response of the server is not reused.
      client.release(isBroken);
    },
  };
}

/** PostgreSQL does not allow NUL in texts. */
function toParameter(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function rejectAsUnavailable(cause: unknown): never {
  throw new StoreUnavailableError('PostgreSQL could not serve.', { cause });
}

function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === bigintType || type === numericType) return readNumber;
  return pg.types.getTypeParser(type, format) as (value: string) => unknown;
}

/** @throws RangeError when a number cannot represent it exactly */
function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError('The database holds a number that is too large.');
}

/** Escapes a space and a backslash, as the options of a connection require. */
function quoteSetting(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
