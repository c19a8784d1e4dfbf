/** Keeps a process running that would end at a rejected promise nobody handles; used while a gateway runs. */
import process from 'node:process';
import type { Logger } from '@parley/core';

/** A fault in one exchange must not end all others. Returns a function that stops this. */
export function logUnhandledRejections(log: Logger): () => void {
  const onRejection = (cause: unknown): void => {
    log('error', 'A rejected promise was not handled.', { cause });
  };
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('unhandledRejection', onRejection);
  };
}
