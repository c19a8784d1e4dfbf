/** A server of Deno that listens again after it has stopped by itself; used by the entry. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@parley/core';

/** Milliseconds until Deno is made to listen again. */
const againMs = 500;

type Server = ReturnType<typeof Deno.serve>;

/** A server, which another one replaces when it fails. */
export interface LastingServer {
  /** The one that listens now. */
  readonly current: Server;
}

/**
 * Deno no longer listens after a connection that it cannot accept, such as with too many open files (seen with 2.9.6).
 * A server that was shut down is not replaced.
 */
export function keepServing(
  serve: (port: number) => Server,
  port: number,
  log: Logger,
): LastingServer {
  let current = serve(port);
  const replaceFailed = async (): Promise<void> => {
    const failure = await current.finished.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failure === undefined) return;
    log('error', 'The server has stopped listening. It will listen again.', failure);
    await wait(againMs);
    try {
      current = serve(current.addr.port);
    } catch {
      // The failed server is still the current one, so the next round logs it and tries again.
    }
    await replaceFailed();
  };
  void replaceFailed();
  return {
    get current() {
      return current;
    },
  };
}
