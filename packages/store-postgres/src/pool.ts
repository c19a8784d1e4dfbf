import { StoreUnavailableError } from '@parley/core/store';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

export interface PoolOptions {
  /** `postgres://user:password@host:5432/database`; `sslmode` and the like as libpq has them. */
  readonly url: string;
  /** Connections at most; 10 unless told. */
  readonly poolSize?: number;
  readonly schema?: string;
}

const usualPoolSize = 10;
/** Milliseconds for a connection to be there, and for one statement. */
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Milliseconds after which a transaction that its process has left is rolled back. */
const leftTransactionMs = 30_000;

const bigintType = 20;
const numericType = 1_700;

/**
 * Connections to one database. Whole numbers come as numbers, and every failure as
 * `StoreUnavailableError`; a connection that breaks while it is idle is replaced and harms nobody.
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
  // Without a listener the death of a connection in use would end the process.
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
      // A connection that failed for another reason than the server's answer is not used again.
      client.release(isBroken);
    },
  };
}

/** PostgreSQL has no NUL in texts. */
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

/** @throws RangeError when a number cannot hold it exactly. */
function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError('The database holds a number that is too large.');
}

/** As the options of a connection want it: a space and a backslash are escaped. */
function quoteSetting(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
