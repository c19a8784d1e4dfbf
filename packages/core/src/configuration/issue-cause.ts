/** Finds what an issue of a schema is about; used for entities and for the bodies of the admin API. */
import type * as z from 'zod';

/** What is wrong, and at which path. */
export type IssueCause = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** Follows an issue inwards: about a wrong name, and a value that may have several types, only an inner one is specific. */
export function findCause(issue: z.core.$ZodIssue): IssueCause {
  const { code, path, message } = issue;
  if (code === 'unrecognized_keys') return { path: [...path, ...issue.keys.slice(0, 1)], message };
  const [inner] = code === 'invalid_key' ? issue.issues : chooseBranch(issue);
  return inner === undefined ? issue : findCause({ ...inner, path: [...path, ...inner.path] });
}

/** The issues of the branch of a union that accepts the type of the value. */
function chooseBranch(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const isOtherType = ({ code, path }: z.core.$ZodIssue) =>
    code === 'invalid_type' && path.length === 0;
  return branches.find((issues) => !issues.some(isOtherType)) ?? [];
}
