/** The connection pool; used by `postgres-store.ts`. */
import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isConnectTimeout, rejectAsUnavailable } from './failure.ts';
import { getTypeParser } from './number-types.ts';
import { watchConnections } from './open-connections.ts';
import { withClient, wrapClient, type PipelinedClient } from './pipelined-client.ts';
import { createServerBreaker } from './server-breaker.ts';

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

/** Connections for what an exchange waits for. */
export interface ShortPool extends Omit<PostgresPool, 'connect'> {
  connect(): Promise<PipelinedClient & PostgresPoolClient>;
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
        if (isConnectTimeout(cause)) breaker.open();
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

/** Escapes a space and a backslash, as the options of a connection require. */
function quoteSetting(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
