/** Runs several processes of the gateway that share one port; used by `parley start --workers`. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { watchStopSignals } from '@parley/host/disk';
import type { Logger } from '@parley/core';
import { ReplacementPause } from './replacement-pause.ts';
import { endUntakenConnections } from './untaken-connections.ts';
import { relayWorkerMetrics } from './worker-metrics.ts';

/** What a process knows of itself as one of several workers; `undefined` for a gateway of one process. */
export interface WorkerRole {
  /** Whether it introduces the gateway: it was started before the others. */
  readonly isFirst: boolean;
}

/** The role of this process, once the first process has started it. */
export function findWorkerRole(): WorkerRole | undefined {
  return cluster.isWorker ? { isFirst: process.env[firstVariable] === '1' } : undefined;
}

const firstVariable = 'PARLEY_FIRST_WORKER';

/** Runs the work of this process, which as a worker then ends: its connection to the first process kept it running. */
export async function runAsWorker(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    cluster.worker?.disconnect();
  }
}

/**
 * Starts the workers and replaces those that end, until a signal stops all of them. They share the port and the
 * store; connections are distributed in turn. When the first one cannot start, its exit code is that of this process.
 * @param count 2 or more
 */
export async function runWorkers(count: number, log: Logger): Promise<void> {
  const signals = watchStopSignals(log);
  const endMetrics = relayWorkerMetrics();
  // A signal may arrive before the first one listens.
  const began = await Promise.race([startFirst(), signals.stopped]);
  if (began !== false) {
    const pool = new WorkerPool(began === true ? count : 1, log);
    const onHangUp = (): void => {
      pool.signal('SIGHUP');
    };
    process.on('SIGHUP', onHangUp);
    await signals.stopped;
    await pool.stop();
    process.off('SIGHUP', onHangUp);
  }
  endMetrics();
  signals.end();
}

/** It creates the database and the first secrets, which several at once must not do. */
async function startFirst(): Promise<boolean> {
  const first = cluster.fork({ [firstVariable]: '1' });
  const listening = once(first, 'listening').then(() => 'listening' as const);
  const ended = once(first, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  const outcome = await Promise.race([listening, ended]);
  if (outcome === 'listening') return true;
  process.exitCode = outcome;
  return false;
}

/** The running workers. */
class WorkerPool {
  readonly #log: Logger;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #pause = new ReplacementPause();
  #isStopping = false;

  constructor(count: number, log: Logger) {
    this.#log = log;
    for (const worker of workersOf()) this.#watch(worker, performance.now());
    for (let number = 2; number <= count; number += 1) this.#start();
  }

  signal(signal: NodeJS.Signals): void {
    for (const worker of workersOf()) worker.process.kill(signal);
  }

  /** Resolves when every worker has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const ended = workersOf().map((worker) => once(worker, 'exit'));
    this.signal('SIGTERM');
    await Promise.all(ended);
  }

  #start(): void {
    this.#watch(cluster.fork({ [firstVariable]: '' }));
  }

  /** @param listensSince when it began to listen, on the monotonic clock; absent if it does not yet */
  #watch(worker: Worker, listensSince?: number): void {
    let since = listensSince;
    worker.once('listening', () => {
      since = performance.now();
    });
    endUntakenConnections(worker);
    worker.once('exit', (code, signal) => {
      if (this.#isStopping) return;
      const servedMs = since === undefined ? 0 : performance.now() - since;
      this.#log('error', 'A worker ended unexpectedly; another one replaces it.', { code, signal });
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#start();
      }, this.#pause.take(servedMs));
      this.#timers.add(timer);
    });
  }
}

function workersOf(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
