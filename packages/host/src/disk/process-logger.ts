import process from 'node:process';
import type { Logger, LogLevel } from '@parley/core';
import { createLogger } from '../logging/logger.ts';

/** The log of this process, on standard error: for people at a terminal, else as JSON lines. */
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
