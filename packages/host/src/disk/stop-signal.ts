import process from 'node:process';
import type { Logger } from '@parley/core';

type StopSignal = 'SIGTERM' | 'SIGINT';

export interface StopWatch {
  /** Resolves with the first signal to stop; a second one ends the process at once. */
  readonly stopped: Promise<StopSignal>;
  /** Leaves signals to the system again; some runtimes run for as long as somebody listens. */
  end(): void;
}

const signalNumbers: Readonly<Record<StopSignal, number>> = { SIGINT: 2, SIGTERM: 15 };

/** Listens for the signals by which a process is told to stop. */
export function watchStopSignals(log: Logger): StopWatch {
  let end = (): void => undefined;
  const stopped = new Promise<StopSignal>((resolve) => {
    let stopping = false;
    const stop = (signal: StopSignal): void => {
      if (stopping) process.exit(128 + signalNumbers[signal]);
      stopping = true;
      log('info', 'Shutting down; the same signal again ends at once.', { signal });
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
