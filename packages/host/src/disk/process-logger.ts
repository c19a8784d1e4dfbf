/** The logger of a process, which writes to standard error. */
import process from 'node:process';
import type { Logger, LogLevel } from '@parley/core';
import { createLogger } from '../logging/logger.ts';

/** Text at a terminal, otherwise JSON lines. */
export function createProcessLogger(level: LogLevel): Logger {
  const { stderr } = process;
  return createLogger({
    level,
    pretty: stderr.isTTY,
    // Follows NO_COLOR, FORCE_COLOR and what the terminal can do.
    colour: stderr.isTTY && stderr.hasColors(),
    write: (line) => stderr.write(line),
  });
}
