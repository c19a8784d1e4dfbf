/** A connection as the store uses it: several statements share a round trip, and each has a time limit. */
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isAborted, isReadOnly, rejectAsUnavailable } from './failure.ts';
import type { OpenConnections } from './open-connections.ts';
import type { ServerBreaker } from './server-breaker.ts';
import { withTimeLimit } from './time-limit.ts';

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

/** How long a statement may take, and what is told when it takes longer. */
export interface ClientLimits {
  readonly limitMs: number;
  readonly connections: OpenConnections;
  /** Absent for its own probe. */
  readonly breaker?: ServerBreaker;
}

/** A connection of the driver as one of the store. */
export function wrapClient(
  client: pg.PoolClient,
  { limitMs, connections, breaker }: ClientLimits,
): PipelinedClient & PostgresPoolClient {
  // Without a listener the loss of a connection in use would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let isBroken = false;
  let failure: unknown;
  const query = async (
    statement: string | PreparedStatement,
    parameters: readonly unknown[] = [],
  ) => {
    // A transaction would otherwise wait once more, for its rollback.
    if (isBroken) return rejectAsUnavailable(failure);
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
      if (!isAborted(error)) failure = error;
      return rejectAsUnavailable(failure ?? error);
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

/** PostgreSQL does not allow NUL in texts. */
function toParameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toParameter);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
