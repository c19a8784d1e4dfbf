// Validates requests against a zod schema and names the first invalid field, for every dialect.
import type * as z from 'zod/mini';
import type { GatewayError } from '../canonical/error.ts';
import type { Translated } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import type { Codec, ReadRequest, RequestSummary } from '../codec.ts';
import type { JsonValue } from '../json/value.ts';
import { createParser } from './schema-check.ts';

type Issue = z.core.$ZodIssue;

/** What reading the requests of a dialect consists of. */
interface RequestReaderParts<Schema extends z.ZodMiniType> {
  readonly schema: Schema;
  /** The error for the client if a request does not match the schema. */
  readonly toError: (error: z.core.$ZodError) => GatewayError;
  readonly summarize: (input: z.output<Schema>) => RequestSummary;
  readonly decode: (input: z.output<Schema>) => Translated<CanonicalRequest>;
}

/**
 * Creates the functions of a codec that validate a body against the whole format, once. They throw the error
 * of `toError` for an invalid body.
 */
export function createRequestReader<Schema extends z.ZodMiniType>(
  parts: RequestReaderParts<Schema>,
): Pick<Codec, 'readRequest' | 'decodeRequest'> {
  const { schema, toError, summarize, decode } = parts;
  const parse = createParser(schema, { reportInput: true });
  const readRequest = (body: JsonValue): ReadRequest => {
    const parsed = parse(body);
    if (!parsed.success) throw toError(parsed.error);
    return { summary: summarize(parsed.data), decode: () => decode(parsed.data) };
  };
  return {
    readRequest,
    decodeRequest: (body) => readRequest(body).decode(),
  };
}

/** One invalid field and what is wrong with it; the dialect writes the message. */
export interface SchemaFault {
  /** JSON path of the field, such as `messages[0].role`; empty for the body itself. */
  readonly param: string;
  /** What is wrong, such as "it must be a list". */
  readonly fault: string;
  readonly isMissing: boolean;
}

/** Maximum length of a field path in an error, in characters: field names come from the client. */
const longestPath = 200;

/** Selects the error to report to the client. The schema must have been run with `reportInput`. */
export function findFault(error: z.core.$ZodError): SchemaFault {
  const { issue, path } = findCause(error.issues, []);
  return {
    param: writePath(path).slice(0, longestPath),
    fault: describe(issue),
    isMissing: isMissing(issue),
  };
}

interface Cause {
  readonly issue: Issue | undefined;
  readonly path: readonly PropertyKey[];
}

/** Of the branches of a union, the one that matched furthest is the one the client meant. */
function findCause(issues: readonly Issue[], prefix: readonly PropertyKey[]): Cause {
  const issue = issues[0];
  if (issue === undefined) return { issue, path: prefix };
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { issue, path };
  const causes = issue.errors.map((branch) => findCause(branch, path));
  const deepest = causes.reduce((best, each) =>
    each.path.length > best.path.length ? each : best,
  );
  return deepest.path.length > path.length ? deepest : { issue, path };
}

function writePath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}

function isMissing(issue: Issue | undefined): boolean {
  return issue !== undefined && issue.input === undefined;
}

function describe(issue: Issue | undefined): string {
  if (isMissing(issue)) return 'is required';
  switch (issue?.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${listValues(issue.values)}`;
    case 'too_small':
      return describeSmallest(issue);
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    case 'custom':
      return issue.message.startsWith('must') ? issue.message : 'is not valid';
    default:
      return 'is not valid';
  }
}

/** Some formats use the empty string for an absent value; it is left out of the list. */
function listValues(values: readonly unknown[]): string {
  const shown = values.filter((value) => value !== '');
  return shown.map((value) => `'${String(value)}'`).join(', ');
}

function describeSmallest({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  const isLength = origin === 'string' || origin === 'array';
  return isLength ? 'must not be empty' : `must be at least ${String(minimum)}`;
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};
