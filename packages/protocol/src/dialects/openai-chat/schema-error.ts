import type * as z from 'zod';
import { GatewayError } from '../../canonical/error.ts';

type Issue = z.core.$ZodIssue;

/** Longest field path an error repeats, in characters: field names come from the caller. */
const longestPath = 200;

/** Tells the caller which field of a request is wrong, in one sentence. */
export function toRequestError(error: z.ZodError): GatewayError {
  const { issue, path } = findCause(error.issues, []);
  const param = writePath(path).slice(0, longestPath);
  const subject = param === '' ? 'The request body' : `The field '${param}'`;
  return new GatewayError('invalid-request', `${subject} ${describe(issue)}.`, {
    ...(param !== '' && { param }),
    reason: isMissing(issue) ? 'missing_required_parameter' : 'invalid_value',
  });
}

interface Cause {
  readonly issue: Issue | undefined;
  readonly path: readonly PropertyKey[];
}

/** Of the branches of a union the one that came furthest is the one the caller meant. */
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
  return issue !== undefined && 'input' in issue && issue.input === undefined;
}

function describe(issue: Issue | undefined): string {
  if (issue === undefined) return 'is not valid';
  if (isMissing(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => `'${String(value)}'`).join(', ')}`;
    case 'too_small':
      return smallest(issue);
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    case 'custom':
      return issue.message.startsWith('must') ? issue.message : 'is not valid';
    default:
      return 'is not valid';
  }
}

function smallest(issue: z.core.$ZodIssueTooSmall): string {
  const isLength = issue.origin === 'string' || issue.origin === 'array';
  return isLength ? 'must not be empty' : `must be at least ${String(issue.minimum)}`;
}

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function withArticle(expected: string): string {
  return words[expected] ?? `of type ${expected}`;
}
