/** Compares the clock of this machine with that of the server; used by `parley doctor`. */
import { StoreUnavailableError } from '@parley/core/store';
import { withClient, type PipelinedClient } from './pipelined-client.ts';
import { createPool, type PoolOptions } from './pool.ts';
import { clock } from './statements.ts';

/** How far two clocks are apart. */
export interface ClockDifference {
  /** By how many milliseconds the clock of the server is ahead of that of this machine; negative when it is behind. */
  readonly aheadMs: number;
  /** By how many milliseconds `aheadMs` can be wrong: half the time of the server's answer. */
  readonly errorMs: number;
}

/**
 * Asks the server for the time.
 * @throws StoreUnavailableError when the server is unreachable or rejects the connection
 */
export async function compareServerClock(options: PoolOptions): Promise<ClockDifference> {
  const { short } = createPool({ ...options, poolSize: 1 });
  try {
    return await withClient(short, async (client) => {
      // The first statement shares its answer with the settings of the session.
      await readClock(client);
      const before = Date.now();
      const server = await readClock(client);
      const errorMs = (Date.now() - before) / 2;
      return { aheadMs: server - (before + errorMs), errorMs };
    });
  } finally {
    await short.end();
  }
}

async function readClock(client: PipelinedClient): Promise<number> {
  const { rows } = await client.query(`select ${clock} as now`);
  const [row] = rows as readonly { readonly now: number }[];
  if (row === undefined) throw new StoreUnavailableError('The server did not return the time.');
  return row.now;
}
