/** Writes into the log what Node and libraries would write to standard error themselves; used while a gateway runs. */
import console from 'node:console';
import process from 'node:process';
import { format } from 'node:util';
import type { Logger } from '@parley/core';

/**
 * Logs warnings of the process, what libraries write to the console, and the exception that ends the process, because
 * programs that read the log expect nothing else there. Returns a function that stops this.
 */
export function logForeignOutput(log: Logger): () => void {
  const endings = [logWarnings(log), logConsole(log), logUncaughtExceptions(log)];
  return () => {
    for (const end of endings) end();
  };
}

/** Takes the place of the listener that writes them, which there is not with `NODE_NO_WARNINGS`. */
function logWarnings(log: Logger): () => void {
  const writers = process.listeners('warning');
  if (writers.length === 0) return () => undefined;
  const onWarning = (warning: Error): void => {
    const { name, message } = warning;
    const code = 'code' in warning ? warning.code : undefined;
    log('warn', 'The runtime or a library warns.', { name, code, warning: message });
  };
  process.removeAllListeners('warning').on('warning', onWarning);
  return () => {
    process.off('warning', onWarning);
    for (const writer of writers) process.on('warning', writer);
  };
}

function logConsole(log: Logger): () => void {
  const { warn, error } = console;
  console.warn = (...values) => {
    log('warn', 'The runtime or a library warns.', { warning: format(...values) });
  };
  console.error = (...values) => {
    log('error', 'A library reports an error.', { error: format(...values) });
  };
  return () => {
    Object.assign(console, { warn, error });
  };
}

/** The process ends as it would without this, since nobody knows what the exception left behind. */
function logUncaughtExceptions(log: Logger): () => void {
  const onException = (cause: Error): void => {
    log('error', 'An exception was not caught, so the process ends.', { cause });
    process.exit(1);
  };
  process.on('uncaughtException', onException);
  return () => {
    process.off('uncaughtException', onException);
  };
}
