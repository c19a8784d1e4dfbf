/** Writes values of log lines as JSON, with names in snake_case and without secrets; used by `logger.ts`. */
import { redactSecrets, type LogFields } from '@parley/core';

/** What is known of the name of a field; nearly all lines have the same fields. */
interface FieldName {
  /** What a member begins with: a comma, the name as JSON and a colon. */
  readonly start: string;
  /** Whether its values are secret, whatever they look like. */
  readonly isSecret: boolean;
  /** Texts that this field had before, as JSON without secrets. */
  readonly texts: Map<string, string>;
}

/** Objects within objects that are written at most; a chain of causes may lead back to its beginning. */
const maximumDepth = 12;
/** Errors of other programs may bring any number of names. */
const mostNames = 1_000;
/** Texts remembered of each field: some fields, such as the id of a request, never have the same twice. */
const mostTexts = 50;
/** The length of a text that is remembered at most, in characters. */
const longestRemembered = 100;

const names = new Map<string, FieldName>();
const unnamed = describeName('');
const secret = '"[redacted]"';

/** The value as JSON. Each text and each name in it is redacted. */
export function writeJson(value: unknown): string {
  return writeValue(value, unnamed, []) ?? 'null';
}

/** The fields of a log line as the members of a JSON object, each after a comma; empty without fields. */
export function writeFields(fields: LogFields): string {
  return writeMembers(fields, []);
}

/** @returns `undefined` for what JSON leaves out */
function writeValue(value: unknown, name: FieldName, ancestors: object[]): string | undefined {
  if (typeof value === 'string') return name.isSecret ? secret : writeText(value, name.texts);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return `"${String(value)}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (ancestors.length > maximumDepth || ancestors.includes(value)) return '"[left out]"';
  ancestors.push(value);
  const text = Array.isArray(value)
    ? `[${value.map((item) => writeValue(item, name, ancestors) ?? 'null').join(',')}]`
    : `{${writeMembers(value instanceof Error ? describeError(value) : value, ancestors).slice(1)}}`;
  ancestors.pop();
  return text;
}

function writeMembers(fields: object, ancestors: object[]): string {
  let members = '';
  for (const key in fields) {
    const name = names.get(key) ?? learnName(key);
    const text = writeValue(fields[key as keyof typeof fields], name, ancestors);
    if (text !== undefined) members += name.start + text;
  }
  return members;
}

/** An id that core gives to an exchange: each is written once, and none looks like a secret. */
const exchangeId = /^req_[\da-f]{32}$/;

/** A search for secrets takes longer than everything else, so it is made once for a text that comes again. */
function writeText(text: string, known: Map<string, string>): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (exchangeId.test(text)) return `"${text}"`;
  const written = JSON.stringify(redactSecrets(text));
  if (known.size < mostTexts && text.length <= longestRemembered) known.set(text, written);
  return written;
}

function learnName(key: string): FieldName {
  const name = describeName(key);
  if (names.size < mostNames) names.set(key, name);
  return name;
}

function describeName(key: string): FieldName {
  const written = JSON.stringify(redactSecrets(toSnakeCase(key)));
  const example = `${written}:"an0ther-7ext"`;
  const isSecret = redactSecrets(example) !== example;
  return { start: `,${written}:`, isSecret, texts: new Map() };
}

/** `cacheWrite5m` → `cache_write_5m`; a name without capitals is kept. */
export function toSnakeCase(name: string): string {
  if (!/[A-Z]/.test(name)) return name;
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '_').toLowerCase();
}

/** What a disk reports that takes nothing: the message says all, and it is reported wherever something is written. */
const diskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function describeError(error: Error): LogFields {
  const code = 'code' in error ? error.code : undefined;
  const stack = diskCodes.has(code) ? undefined : error.stack;
  return { name: error.name, message: error.message, code, cause: error.cause, stack };
}
