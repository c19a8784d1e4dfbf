import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Gateway, Logger } from '@parley/core';

export interface ShutdownOptions {
  readonly server: Server;
  readonly gateway: Pick<Gateway, 'close'>;
  /** How long running streams may take to finish, in milliseconds. */
  readonly graceMs: number;
}

type StopSignal = 'SIGTERM' | 'SIGINT';

const idleCheckMs = 50;
const signalNumbers: Readonly<Record<StopSignal, number>> = { SIGINT: 2, SIGTERM: 15 };

/** Resolves with the first signal to stop; a second one ends the process at once. */
export function whenStopped(log: Logger): Promise<StopSignal> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (signal: StopSignal) => {
      if (stopping) process.exit(128 + signalNumbers[signal]);
      stopping = true;
      log('info', 'Shutting down; the same signal again ends at once.', { signal });
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/**
 * Takes no new connections, lets running exchanges finish within the grace, and ends those that
 * are left with an error in their own dialect.
 */
export async function shutDown(options: ShutdownOptions): Promise<void> {
  const { server, gateway, graceMs } = options;
  const closed = once(server, 'close');
  server.close();
  // A kept connection becomes idle when its answer ends, which may be minutes from now.
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
  }, idleCheckMs);
  await gateway.close(graceMs);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  clearInterval(idleCheck);
  server.closeAllConnections();
}
