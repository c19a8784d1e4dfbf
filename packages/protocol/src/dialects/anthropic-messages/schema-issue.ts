import type * as z from 'zod';
import { GatewayError } from '../../canonical/error.ts';

type Issue = z.core.$ZodIssue;

/** Turns what a schema found wrong into one sentence about one field. */
export function invalidRequest(error: z.ZodError, body: unknown): GatewayError {
  const { path, message } = deepestIssue(error.issues);
  const param = formatPath(path);
  if (valueAt(body, path) === undefined && param !== '') {
    return new GatewayError('invalid-request', `${param}: this field is required.`, {
      param,
      reason: 'missing_field',
    });
  }
  const field = param === '' ? 'The request body' : param;
  const fault = message.replace(/^Invalid input: /, '');
  return new GatewayError('invalid-request', `${field}: ${fault}.`, {
    ...(param !== '' && { param }),
    reason: 'invalid_field',
  });
}

interface Finding {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a union's branches, the one that came furthest is the one that was meant. */
function deepestIssue(issues: readonly Issue[], base: readonly PropertyKey[] = []): Finding {
  let deepest: Finding = { path: base, message: 'it is not valid' };
  for (const issue of issues) {
    const path = [...base, ...issue.path];
    const branches = issue.code === 'invalid_union' ? issue.errors : [];
    const findings = branches.map((branch) => deepestIssue(branch, path));
    const own: Finding = { path, message: issue.message };
    for (const finding of findings.length > 0 ? findings : [own]) {
      const isFirst = deepest.path === base;
      if (isFirst || finding.path.length > deepest.path.length) deepest = finding;
    }
  }
  return deepest;
}

function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
