import { redactSecrets } from '@parley/core';

/** One thing that is wrong in a configuration file. */
export interface Fault {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** Such as `upstreams.mine.provider`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** The line it is about, without what may be a secret. */
  readonly source: string;
}

/** A configuration that cannot be used. Its message lists every fault and holds no secret. */
export class ConfigurationFileError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'ConfigurationFileError';
    this.faults = faults;
  }
}

/** Writes a fault as an editor's jump target, a message, and the line with a caret below it. */
export function formatFault(fault: Fault): string {
  const { file, line, column, path, message, source } = fault;
  const place = `${file}:${String(line)}:${String(column)}`;
  const title = `${path ? `${place}  ${path}` : place}\n    ${message}`;
  if (!source.trim()) return title;
  const number = String(line);
  // Tabs are kept before the caret, so that it stands below its column in every terminal.
  const indent = source.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  return `${title}\n    ${number} | ${source}\n    ${' '.repeat(number.length)} | ${indent}^`;
}

const secretLine =
  /((?:credential|authorization|cookie|[\w-]*(?:key|token|secret))["']?\s*:\s*).+/i;

/** Hides the value on a line that may hold a secret. */
export function maskSource(line: string): string {
  return redactSecrets(line.replace(secretLine, '$1…'));
}
