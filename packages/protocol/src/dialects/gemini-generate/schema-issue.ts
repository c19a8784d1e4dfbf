import type * as z from 'zod';
import { GatewayError } from '../../canonical/error.ts';

type Issue = z.core.$ZodIssue;

/** Longest field path an error repeats, in characters: field names come from the caller. */
const longestPath = 200;

/** Turns what a schema found wrong into one sentence about one field, in camel case. */
export function invalidRequest(error: z.ZodError): GatewayError {
  const { issue, path } = deepestIssue(error.issues, []);
  const param = formatPath(path).slice(0, longestPath);
  const place = param === '' ? 'The request body' : `Invalid value at '${param}': it`;
  return new GatewayError('invalid-request', `${place} ${describe(issue)}.`, {
    ...(param !== '' && { param }),
    reason: isMissing(issue) ? 'missing_field' : 'invalid_field',
  });
}

interface Finding {
  readonly issue: Issue | undefined;
  readonly path: readonly PropertyKey[];
}

/** Of a union's branches, the one that came furthest is the one that was meant. */
function deepestIssue(issues: readonly Issue[], base: readonly PropertyKey[]): Finding {
  const issue = issues[0];
  if (issue === undefined) return { issue, path: base };
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { issue, path };
  const findings = issue.errors.map((branch) => deepestIssue(branch, path));
  const deepest = findings.reduce((best, each) => {
    return each.path.length > best.path.length ? each : best;
  });
  return deepest.path.length > path.length ? deepest : { issue, path };
}

function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
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
      return `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${wordsOf(issue.values)}`;
    case 'too_small':
      return issue.origin === 'number'
        ? `must be at least ${String(issue.minimum)}`
        : 'must not be empty';
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    case 'custom':
      return issue.message.startsWith('must') ? issue.message : 'is not valid';
    default:
      return 'is not valid';
  }
}

function wordsOf(values: readonly unknown[]): string {
  return values
    .filter((value) => value !== '')
    .map((value) => `'${String(value)}'`)
    .join(', ');
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};
