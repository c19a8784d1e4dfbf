/** Joins the log lines of a few milliseconds, so that they cost one write; used by the process logger. */
import type { LogLevel } from '@parley/core';

/** A place for log lines that are written together. */
export interface LineBatch {
  /** Writes a line: a warning or an error at once, after the lines that wait; any other line a little later. */
  readonly write: (line: string, level: LogLevel) => void;
  /** Writes the lines that wait. */
  readonly flush: () => void;
}

/** Milliseconds that a line waits at most. */
const longestWaitMs = 10;
/** Characters at which the lines are written before that. */
const longest = 64 * 1024;

/** @param write writes one or more lines, each of which ends with a line feed */
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
      if (waiting === '') setTimeout(flush, longestWaitMs);
      waiting += line;
      if (level === 'warn' || level === 'error' || waiting.length > longest) flush();
    },
    flush,
  };
}
