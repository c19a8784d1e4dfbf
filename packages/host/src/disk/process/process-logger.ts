/** The logger of a process, which writes to standard error. */
import process from 'node:process';
import type { Logger, LogLevel } from '@parley/core';
import { createLogger, type LogFormat } from '../../logging/logger.ts';
import { createLineBatch } from './line-batch.ts';

/** How the logger of a process writes. */
export interface ProcessLoggerOptions {
  /**
   * Writes the info and debug lines of a hundredth of a second together, which costs one system call instead of one
   * per request. Not for hosts that may be suspended after a response. False by default.
   */
  readonly batches?: boolean;
  /** By default text at a terminal, otherwise JSON. */
  readonly format?: LogFormat | undefined;
}

export function createProcessLogger(
  level: LogLevel,
  { batches = false, format }: ProcessLoggerOptions = {},
): Logger {
  const { stderr } = process;
  const write = (text: string): void => void stderr.write(text);
  const batch = batches ? createLineBatch(write) : undefined;
  if (batch !== undefined) process.once('exit', batch.flush);
  return createLogger({
    level,
    pretty: format === undefined ? stderr.isTTY : format === 'text',
    // Follows NO_COLOR, FORCE_COLOR and what the terminal can do.
    colour: stderr.isTTY && stderr.hasColors(),
    write: batch?.write ?? write,
  });
}
