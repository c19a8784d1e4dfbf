/** Waits for the signals that stop a process. */
import process from 'node:process';
import type { Logger } from '@parley/core';

/** A signal that stops a gateway. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

/** Waits for the first signal. */
export interface StopWatch {
  /** Resolves with the first SIGTERM or SIGINT; a second one ends the process at once. */
  readonly stopped: Promise<StopSignal>;
  /** Stops listening for signals, which would keep some runtimes running. */
  end(): void;
}

const signalNumbers: Readonly<Record<StopSignal, number>> = { SIGINT: 2, SIGTERM: 15 };

/**
 * Listens for signals until `end` is called.
 * @param isWorker for a process that another one stops: a terminal or a service manager signals both, so a second
 *   signal is ignored
 */
export function watchStopSignals(
  log: Logger,
  { isWorker = false }: { readonly isWorker?: boolean } = {},
): StopWatch {
  let end = (): void => undefined;
  const stopped = new Promise<StopSignal>((resolve) => {
    let stopping = false;
    const stop = (signal: StopSignal): void => {
      if (stopping && isWorker) return;
      if (stopping) process.exit(128 + signalNumbers[signal]);
      stopping = true;
      // The first process says so for its workers.
      if (!isWorker) {
        log('info', 'Shutting down; a second signal ends the process at once.', { signal });
      }
      resolve(signal);
    };
    const onTerm = (): void => stop('SIGTERM');
    const onInt = (): void => stop('SIGINT');
    process.on('SIGTERM', onTerm);
    process.on('SIGINT', onInt);
    end = () => {
      process.off('SIGTERM', onTerm);
      process.off('SIGINT', onInt);
    };
  });
  return { stopped, end };
}
