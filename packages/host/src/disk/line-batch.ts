/** Joins the log lines of one turn of the event loop, so that they cost one write; used by the process logger. */
import { setImmediate } from 'node:timers';
import type { LogLevel } from '@parley/core';

export interface LineBatch {
  /** Writes a line: a warning or an error at once, after the lines that wait; any other line with its turn. */
  readonly write: (line: string, level: LogLevel) => void;
  /** Writes the lines that wait. */
  readonly flush: () => void;
}

/** Characters at which the lines are written before the turn ends. */
const longest = 64 * 1024;

export function createLineBatch(write: (text: string) => void): LineBatch {
  let waiting = '';
  const flush = (): void => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  return {
    write(line, level) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (level === 'warn' || level === 'error' || waiting.length > longest) flush();
    },
    flush,
  };
}
