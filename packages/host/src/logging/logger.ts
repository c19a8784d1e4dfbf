/** The logger of every runtime entry: one JSON object per line, or text for a person at a terminal. */
import {
  ConfigurationError,
  redactSecrets,
  type LogFields,
  type Logger,
  type LogLevel,
} from '@parley/core';
import { toSnakeCase, writeFields, writeJson } from './json.ts';
import type { Environment } from '../configuration/substitution.ts';

/** The levels of a log, least important first. */
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

/** The forms of the log: one JSON object per line, or text for a person. */
export const logFormats = ['json', 'text'] as const;
/** The form of the log. */
export type LogFormat = (typeof logFormats)[number];

const formatVariable = 'PARLEY_LOG_FORMAT';

/** The format of `PARLEY_LOG_FORMAT`, if it is set. @throws ConfigurationError for an unknown one */
export function requireLogFormat(environment: Environment): LogFormat | undefined {
  const name = environment[formatVariable] || undefined;
  const format = logFormats.find((known) => known === name);
  if (format !== undefined || name === undefined) return format;
  const message = `"${name}" is not a log format; use one of ${logFormats.join(', ')}.`;
  throw new ConfigurationError([{ path: [formatVariable], message }]);
}

/** The same, but `undefined` for an unknown one: for the line that reports the fault. */
export function findLogFormat({ [formatVariable]: name }: Environment): LogFormat | undefined {
  return logFormats.find((known) => known === name);
}

/** How a logger writes its lines. */
export interface LoggerOptions {
  /** The least important level that is written. */
  readonly level: LogLevel;
  /** Text for a person at a terminal; otherwise one JSON object per line. */
  readonly pretty: boolean;
  /** Whether text for a person has colours; JSON has none. */
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
    options.write(`${format(options, level, { message, fields })}\n`, level);
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
  const start = `{"ts":"${writeTime(Date.now())}","level":"${level}"`;
  return `${start},"message":${writeJson(message)}${writeFields(fields)}}`;
}

let second = Number.NaN;
let secondText = '';

/** The time in ISO 8601. A busy gateway writes thousands of lines in a second, whose text is made once. */
function writeTime(now: number): string {
  const current = Math.floor(now / 1_000);
  if (current !== second) {
    second = current;
    secondText = new Date(current * 1_000).toISOString().slice(0, -'000Z'.length);
  }
  return `${secondText}${String(now - current * 1_000).padStart(3, '0')}Z`;
}

function formatForPeople(options: LoggerOptions, level: LogLevel, entry: Entry): string {
  const paint = (text: string) =>
    options.colour ? `\u001B[${levelColours[level]}m${text}\u001B[39m` : text;
  const time = new Date().toISOString().slice(11, 19);
  const fields = Object.entries(entry.fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => formatField(toSnakeCase(name), value));
  const start = `${time} ${paint(level.padEnd(5))} ${escapeControls(entry.message)}`;
  return redactSecrets([start, ...fields].join(' '));
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
  return `${name}=${plain ? value : escapeControls(writeJson(value))}`;
}

/** Escapes what a terminal would obey in text of several lines, such as the mistakes of a file. */
export function escapeLines(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, escapeControls);
}

/** Escapes control characters, so that text from outside cannot move the cursor or begin a line. */
export function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) =>
    // JSON lets those from U+007F on stand, which terminals obey as well.
    control < ' '
      ? JSON.stringify(control).slice(1, -1)
      : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
