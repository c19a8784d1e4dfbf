/** The logger of every runtime entry: one JSON object per line, or text for a person at a terminal. */
import {
  ConfigurationError,
  redactSecrets,
  type LogFields,
  type Logger,
  type LogLevel,
} from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

const levelVariable = 'PARLEY_LOG_LEVEL';

/** The level of `PARLEY_LOG_LEVEL`; `info` without one. @throws ConfigurationError for an unknown level */
export function requireLogLevel(environment: Environment): LogLevel {
  const name = environment[levelVariable] || 'info';
  const level = logLevels.find((known) => known === name);
  if (level !== undefined) return level;
  const message = `"${name}" is not a log level; use one of ${logLevels.join(', ')}.`;
  throw new ConfigurationError([{ path: [levelVariable], message }]);
}

/** The same, but `info` for an unknown level: for the logger that reports the fault. */
export function findLogLevel({ [levelVariable]: name }: Environment): LogLevel {
  return logLevels.find((known) => known === name) ?? 'info';
}

export interface LoggerOptions {
  /** The least important level that is written. */
  readonly level: LogLevel;
  /** Text for a person at a terminal; otherwise one JSON object per line. */
  readonly pretty: boolean;
  readonly colour: boolean;
  /** Writes one line, which ends with a line feed. */
  readonly write: (line: string, level: LogLevel) => void;
}

/** The parameters of "select graphic rendition" (ECMA-48, 8.3.117): grey, cyan, yellow and red. */
const levelColours = { debug: 90, info: 36, warn: 33, error: 31 } as const;

/** Creates a logger that masks everything that looks like a secret, in every field. */
export function createLogger(options: LoggerOptions): Logger {
  const lowest = logLevels.indexOf(options.level);
  const format = options.pretty ? formatForPeople : formatAsJson;
  const isWritten = (level: LogLevel): boolean => logLevels.indexOf(level) >= lowest;
  const log: Logger = (level, message, fields = {}) => {
    if (!isWritten(level)) return;
    options.write(`${redactSecrets(format(options, level, { message, fields }))}\n`, level);
  };
  if (options.level !== 'debug') return Object.assign(log, { isWritten });
  const debug: Logger['debug'] = (message, fields) => log('debug', message, fields);
  return Object.assign(log, { isWritten, debug });
}

interface Entry {
  readonly message: string;
  readonly fields: LogFields;
}

function formatAsJson(
  _options: LoggerOptions,
  level: LogLevel,
  { message, fields }: Entry,
): string {
  return stringify({ ts: new Date().toISOString(), level, message, ...fields });
}

function formatForPeople(options: LoggerOptions, level: LogLevel, entry: Entry): string {
  const paint = (text: string) =>
    options.colour ? `\u001B[${levelColours[level]}m${text}\u001B[39m` : text;
  const time = new Date().toISOString().slice(11, 19);
  const fields = Object.entries(entry.fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => formatField(toSnakeCase(name), value));
  return [`${time} ${paint(level.padEnd(5))} ${escapeControls(entry.message)}`, ...fields].join(
    ' ',
  );
}

/** A list of texts gets one line each; every other field stays on the line of the message. */
function formatField(name: string, value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return `\n${value
      .flatMap((item) => item.split('\n'))
      .map((line) => `         ${escapeControls(line)}`)
      .join('\n')}`;
  }
  const plain = typeof value === 'string' && /^[\w./:@+-]+$/.test(value);
  return `${name}=${plain ? value : stringify(value)}`;
}

/** Escapes control characters, so that text from outside cannot move the cursor or begin a line. */
function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}

/** Objects within objects that are written at most; a chain of causes may lead back to its beginning. */
const maximumDepth = 12;

function stringify(value: unknown): string {
  return writeValue(value, []) ?? 'null';
}

/** The value as JSON, with the names of all fields in snake_case; `undefined` for what JSON leaves out. */
function writeValue(value: unknown, ancestors: object[]): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return `"${String(value)}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (ancestors.length > maximumDepth || ancestors.includes(value)) return '"[left out]"';
  ancestors.push(value);
  const text = Array.isArray(value)
    ? `[${value.map((item) => writeValue(item, ancestors) ?? 'null').join(',')}]`
    : `{${writeMembers(value instanceof Error ? describeError(value) : value, ancestors)}}`;
  ancestors.pop();
  return text;
}

function writeMembers(fields: object, ancestors: object[]): string {
  let members = '';
  for (const name in fields) {
    const text = writeValue(fields[name as keyof typeof fields], ancestors);
    if (text === undefined) continue;
    members += `${members === '' ? '' : ','}${writeName(name)}:${text}`;
  }
  return members;
}

/** Field names are written for every line, and are few; errors of other programs may bring any number. */
const writtenNames = new Map<string, string>();
const mostNames = 1_000;

function writeName(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = JSON.stringify(toSnakeCase(name));
  if (writtenNames.size < mostNames) writtenNames.set(name, written);
  return written;
}

/** `cacheWrite5m` → `cache_write_5m`; a name without capitals is kept. */
function toSnakeCase(name: string): string {
  if (!/[A-Z]/.test(name)) return name;
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '_').toLowerCase();
}

function describeError(error: Error): LogFields {
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, cause: error.cause, stack: error.stack };
}
