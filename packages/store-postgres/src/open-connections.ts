/** Takes from the driver's pool only connections that can be expected to work; used by `pool.ts`. */
import pg from 'pg';

/** The connections of a pool. */
export interface OpenConnections {
  /** A free connection. Rejects as the pool does. */
  connect(): Promise<pg.PoolClient>;
  /**
   * Connections that are open now will not be used again: what broke one of them, such as a firewall that has dropped
   * them or a server that is no longer the primary, has probably broken all.
   */
  distrust(): void;
}

/** Milliseconds after which more connections are tried again where the server has refused more. */
const fewerMs = 60_000;
/** `too_many_connections`, of the server, the database or the role. */
const tooManyConnections = '53300';

/** @param waitMs how long a call waits for one of the connections when the server refuses more, in milliseconds */
export function watchConnections(pool: pg.Pool, waitMs: number): OpenConnections {
  const { max } = pool.options;
  const trusted = new Set<pg.PoolClient>();
  let moreAt = 0;
  pool.on('connect', (client) => trusted.add(client));
  pool.on('remove', (client) => trusted.delete(client));
  const useFewer = (): void => {
    pool.options.max = Math.max(1, pool.totalCount);
    moreAt = performance.now() + fewerMs;
  };
  const open = async (): Promise<pg.PoolClient> => {
    for (const dueAt = performance.now() + waitMs; ;) {
      try {
        return await pool.connect();
      } catch (error) {
        const isFull = error instanceof pg.DatabaseError && error.code === tooManyConnections;
        if (!isFull || trusted.size === 0 || performance.now() >= dueAt) throw error;
        useFewer();
      }
    }
  };
  return {
    async connect() {
      if (pool.options.max < max && performance.now() >= moreAt) pool.options.max = max;
      for (;;) {
        const client = await open();
        if (trusted.has(client)) return client;
        client.release(true);
      }
    },
    distrust() {
      trusted.clear();
    },
  };
}
