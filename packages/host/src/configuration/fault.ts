/** Mistakes in a configuration file, and their messages. */
import { redactSecrets } from '@parley/core';

/** One mistake in a configuration file. */
export interface Fault {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** Such as `upstreams.mine.provider`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** The line with the mistake; a value that may be a secret is masked. */
  readonly source: string;
}

/** The configuration file is invalid. The message lists every fault and contains no secret. */
export class ConfigurationFileError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'ConfigurationFileError';
    this.faults = faults;
  }
}

/** Formats a fault as `file:line:column`, the message, and the line with a caret below it. */
export function formatFault(fault: Fault): string {
  const { file, line, column, path, message, source } = fault;
  const place = `${file}:${String(line)}:${String(column)}`;
  const title = `${path ? `${place}  ${path}` : place}\n    ${message}`;
  if (!source.trim()) return title;
  const number = String(line);
  // Tabs before the caret are kept, so that it is below its column in every terminal.
  const indent = source.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  return `${title}\n    ${number} | ${source}\n    ${' '.repeat(number.length)} | ${indent}^`;
}

/** The third name begins only where a word does: a search from each character of a long word would take minutes. */
const secretLine =
  /((?:credential|authorization|cookie|(?<![\w-])[\w-]*(?:key|token|secret))["']?\s*:\s*).+/i;

/** Masks the value on a line that may contain a secret. */
export function maskSource(line: string): string {
  return redactSecrets(line.replace(secretLine, '$1…'));
}
