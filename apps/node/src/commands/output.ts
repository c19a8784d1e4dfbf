/** Writes a value as JSON to standard output, as programs read it. */
export function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line for the person at the terminal, apart from the data. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Writes rows under their heads, each column as wide as it needs. */
export function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of [heads, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** A date and a time in UTC, as tables show them. */
export function shortTime(text: string | null): string {
  return text === null ? '-' : text.slice(0, 16).replace('T', ' ');
}

/** Whoever reads our output may have had enough of it, as `head` has: then we are done too. */
export function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
