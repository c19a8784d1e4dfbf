/** The connection pool; used by `postgres-store.ts`. */
import { Socket } from 'node:net';
import { StoreLockedError, StoreUnavailableError } from '@parley/core/store';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { watchConnections, type OpenConnections } from './open-connections.ts';
import { createServerBreaker, type ServerBreaker } from './server-breaker.ts';
import { withTimeLimit } from './time-limit.ts';

export interface PoolOptions {
  /** `postgres://user:password@host:5432/database`; parameters such as `sslmode` as in libpq. */
  readonly url: string;
  /** The maximum number of connections; 10 by default. */
  readonly poolSize?: number | undefined;
  readonly schema?: string;
}

const usualPoolSize = 10;
/** How many connections are open before the first request: for its key, the configuration and a reservation. */
const openAtFirst = 3;
/** Milliseconds after which a connection that is not used is closed; below the limits of common firewalls. */
const idleMs = 60_000;
/** Milliseconds in which a connection must be open. */
const connectTimeoutMs = 5_000;
/** Milliseconds after which the server itself ends a statement. */
const statementTimeoutMs = 30_000;
/**
 * Milliseconds that a statement waits for a row that another session has locked: less than the limits below, so that a
 * lock is told from a server that does not answer.
 */
export const lockTimeoutMs = 1_000;
/** Milliseconds in which the server must answer a statement that an exchange waits for. */
const shortLimitMs = 5_000;
/** The same for other statements: longer than the server takes to end one itself. */
const longLimitMs = statementTimeoutMs + 5_000;
/** Milliseconds after which a transaction that its process has abandoned is rolled back. */
const leftTransactionMs = 30_000;
/**
 * Holds for a session, and so for all statements, unless a pooler gives each transaction another session; what changes
 * money sets its limit for locks itself.
 */
const sessionSettings = `set statement_timeout = ${String(statementTimeoutMs)};
  set idle_in_transaction_session_timeout = ${String(leftTransactionMs)};
  set lock_timeout = ${String(lockTimeoutMs)}`;
/** Milliseconds in which the server may confirm that connections are closed. */
const goodbyeMs = 1_000;

/** A statement that the server prepares once for each connection. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** A connection. Statements that are sent without waiting for an answer share a round trip. */
export interface PipelinedClient {
  query(
    statement: string | PreparedStatement,
    parameters?: readonly unknown[],
  ): Promise<{ readonly rows: readonly unknown[] }>;
  release(): void;
}

/** Connections for what an exchange waits for. */
export interface ShortPool extends Omit<PostgresPool, 'connect'> {
  connect(): Promise<PipelinedClient & PostgresPoolClient>;
}

/** Runs work with a connection, which is free again afterwards. */
export async function withClient<Result>(
  pool: { connect(): Promise<PipelinedClient> },
  work: (client: PipelinedClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Connections to one database, with two time limits for statements. */
export interface Pool {
  readonly short: ShortPool;
  /** For what may take long: migrations, reports and deletions. */
  readonly long: PostgresPool;
  /** Opens the connections that the first requests need. Never rejects. */
  warmUp(): Promise<void>;
}

/**
 * Connections to one database. Integers are returned as numbers, and every failure as
 * `StoreUnavailableError`; a connection that breaks while idle is replaced without an error. After a
 * statement without an answer, all others fail at once until the server answers again.
 */
export function createPool(options: PoolOptions): Pool {
  const sockets = new Set<Socket>();
  const pool = openPool(options, sockets);
  const connections = watchConnections(pool, connectTimeoutMs);
  const probed = {
    connect: async () =>
      wrapClient(await connections.connect(), { limitMs: shortLimitMs, connections }),
  };
  const breaker = createServerBreaker({
    probe: () =>
      withClient(probed, async (client) => {
        await client.query('select 1', []);
      }),
  });
  const limit = (limitMs: number): ShortPool => ({
    connect: async () => {
      if (!breaker.allows()) rejectAsUnavailable(new Error('it has not answered in time'));
      const client = await connections.connect().catch((cause: unknown) => {
        if (isTimeout(cause)) breaker.open();
        return rejectAsUnavailable(cause);
      });
      return wrapClient(client, { limitMs, connections, breaker });
    },
    end: () => endPool(pool, sockets),
    options: pool.options,
  });
  const short = limit(shortLimitMs);
  return {
    short,
    long: limit(longLimitMs),
    async warmUp() {
      const open = async (): Promise<void> => {
        (await short.connect()).release();
      };
      const count = Math.min(openAtFirst, pool.options.max);
      await Promise.allSettled(Array.from({ length: count }, open));
    },
  };
}

function openPool({ url, poolSize, schema }: PoolOptions, sockets: Set<Socket>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize ?? usualPoolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    pipeline: true,
    application_name: 'parley',
    ...(schema !== undefined && { options: `-c search_path=${quoteSetting(schema)}` }),
    types: { getTypeParser },
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Not parameters of the connection, which poolers refuse. They share the round trip of the first statement.
  pool.on('connect', (client) => {
    client.query(sessionSettings).catch(() => undefined);
  });
  return pool.on('error', () => undefined);
}

/** A server that does not answer confirms nothing, and its open sockets would keep the process running. */
async function endPool(pool: pg.Pool, sockets: ReadonlySet<Socket>): Promise<void> {
  await pool.end();
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, goodbyeMs);
  await Promise.all(
    [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  );
  clearTimeout(timer);
}

/** The driver has no code for it; a refused or broken connection has one. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('due to connection timeout');
}

interface ClientLimits {
  readonly limitMs: number;
  readonly connections: OpenConnections;
  /** Absent for its own probe. */
  readonly breaker?: ServerBreaker;
}

function wrapClient(
  client: pg.PoolClient,
  { limitMs, connections, breaker }: ClientLimits,
): PipelinedClient & PostgresPoolClient {
  // Without a listener the loss of a connection in use would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let isBroken = false;
  const query = async (
    statement: string | PreparedStatement,
    parameters: readonly unknown[] = [],
  ) => {
    // A transaction would otherwise wait once more, for its rollback.
    if (isBroken) return rejectAsUnavailable(new Error('The connection is broken.'));
    try {
      const prepared = typeof statement === 'string' ? { text: statement } : statement;
      const answer = client.query({ ...prepared, values: parameters.map(toParameter) });
      return await withTimeLimit(answer, limitMs, () => {
        connections.distrust();
        breaker?.open();
      });
    } catch (error) {
      if (isReadOnly(error)) connections.distrust();
      isBroken ||= isReadOnly(error) || !(error instanceof pg.DatabaseError);
      return rejectAsUnavailable(error);
    }
  };
  return {
    query: query as unknown as PipelinedClient['query'] & PostgresPoolClient['query'],
    release: () => {
      client.off('error', ignore);
      // A connection that failed for a reason other than an error response of the server is not reused.
      client.release(isBroken);
    },
  };
}

/** The server is a standby: the database has another primary, to which new connections may lead. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** `lock_not_available` */
function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** PostgreSQL does not allow NUL in texts. */
function toParameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toParameter);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function rejectAsUnavailable(cause: unknown): never {
  if (isLockTimeout(cause)) throw new StoreLockedError({ cause });
  throw new StoreUnavailableError(`PostgreSQL could not serve: ${reasonOf(cause)}`, { cause });
}

/** Node reports the failures of several addresses of a host as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

const bigintType = 20;
const numericType = 1_700;

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
