/** What commands write: data to standard output, messages to standard error. */
import { escapeControls, escapeLines } from '@parley/host';
import { countColumns, padColumns } from './columns.ts';

/** Writes a value as indented JSON to standard output. */
export function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a message to standard error. */
export function say(message: string): void {
  process.stderr.write(`${escapeLines(message)}\n`);
}

/** Writes a table to standard output; each column is as wide as its widest cell. */
export function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heads, ...rows].map((row) => row.map(escapeControls));
  const widths = heads.map((_, column) =>
    lines.reduce((most, line) => Math.max(most, countColumns(line[column] ?? '')), 0),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) => padColumns(cell, widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** An ISO 8601 time as tables show it: date and minute, in UTC. */
export function shortTime(text: string | null): string {
  return text === null ? '-' : text.slice(0, 16).replace('T', ' ');
}

/** Ends the process when the reader of its output has closed the pipe, as `head` does (EPIPE). */
export function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
