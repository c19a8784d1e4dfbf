/** Says in words why the system does not give out a file that an operator names. */

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not read it'],
  ['EPERM', 'this user may not read it'],
]);

/** The reason of an error of `node:fs`, without the path; its code where there are no words for it. */
export function explainFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return reasons.get(code) ?? code;
}
