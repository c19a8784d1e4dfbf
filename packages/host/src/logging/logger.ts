/** Writes log lines, as JSON for programs or in columns for people. */
import type { Logger, LogLevel } from '@parley/core';
import { redactSecrets } from './redaction.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

/** The level that a variable names; `info` where it names none. */
export function readLogLevel(word: string | undefined): LogLevel {
  return logLevels.find((level) => level === word) ?? 'info';
}

export interface LoggerOptions {
  /** Less important messages are left out. */
  readonly level: LogLevel;
  /** For people at a terminal; else one JSON object on each line. */
  readonly pretty: boolean;
  readonly colour: boolean;
  /** Takes one finished line. */
  readonly write: (line: string) => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** The parameters of "select graphic rendition" (ECMA-48, 8.3.117): grey, cyan, yellow and red. */
const levelColours = { debug: 90, info: 36, warn: 33, error: 31 } as const;

/** Writes log lines. What looks like a secret is masked, whatever field it came in. */
export function createLogger(options: LoggerOptions): Logger {
  const lowest = logLevels.indexOf(options.level);
  return (level, message, fields = {}) => {
    if (logLevels.indexOf(level) < lowest) return;
    const format = options.pretty ? formatForPeople : formatAsJson;
    options.write(`${redactSecrets(format(options, level, { message, fields }))}\n`);
  };
}

interface Entry {
  readonly message: string;
  readonly fields: Fields;
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
  const facts = Object.entries(entry.fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => formatField(name, value));
  return [`${time} ${paint(level.padEnd(5))} ${escapeControls(entry.message)}`, ...facts].join(' ');
}

/** A list of sentences gets a line for each; everything else stays on the message's line. */
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

/** Text from outside must not move the cursor or start a line of its own. */
function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}

/** Fields are flat; only a chain of causes goes deeper, and one may lead back to its beginning. */
const deepest = 12;

function stringify(value: unknown): string {
  const ancestors: unknown[] = [];
  return JSON.stringify(value, function (this: unknown, _key, item: unknown) {
    if (typeof item === 'bigint') return String(item);
    // The holder of this value is the innermost object that is still open.
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (typeof item !== 'object' || item === null) return item;
    if (ancestors.length > deepest || ancestors.includes(item)) return '[left out]';
    const plain = item instanceof Error ? describeError(item) : item;
    ancestors.push(plain);
    return plain;
  });
}

/** An error with its causes; the stack only of the first, because it holds the others' place. */
function describeError(error: Error): Fields {
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, cause: error.cause, stack: error.stack };
}
