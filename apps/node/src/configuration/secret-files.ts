import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigurationError, providers, type ConfigurationProblem } from '@parley/core';
import type { Environment } from './substitution.ts';

/** What a text that stands for a file begins with. */
export const fileMark = 'file:';

/** Either the secret or a sentence about the file. */
export type SecretFile = { readonly secret: string } | { readonly problem: string };

const maximumBytes = 64 * 1024;

const secretVariables: ReadonlySet<string> = new Set([
  ...providers.flatMap(({ credentialEnvironment }) => credentialEnvironment),
  'PARLEY_DATABASE_URL',
  'DATABASE_URL',
  'PARLEY_REDIS_URL',
  'PARLEY_SECRET_KEY',
]);

/** Reads a secret that is alone in a file. White space around it does not count. */
export function readSecretFile(path: string): SecretFile {
  try {
    if (statSync(path).size > maximumBytes) return { problem: `The file ${path} is too large.` };
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' ? { problem: `The file ${path} is empty.` } : { secret };
  } catch {
    return { problem: `The file ${path} cannot be read.` };
  }
}

/**
 * The environment with secrets in the place of `file:<path>`, as containers and systemd mount them.
 * Only variables that hold secrets are looked at.
 * @throws ConfigurationError when a file cannot be used; variables are named, values are not shown
 */
export function readSecretVariables(environment: Environment): Environment {
  const problems: ConfigurationProblem[] = [];
  const secrets: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!secretVariables.has(name) || !value.startsWith(fileMark)) continue;
    const path = value.slice(fileMark.length);
    const read = isAbsolute(path)
      ? readSecretFile(path)
      : { problem: 'Write the file with its whole path, such as file:/run/secrets/key.' };
    if ('secret' in read) secrets[name] = read.secret;
    else problems.push({ path: [name], message: read.problem });
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { ...environment, ...secrets };
}
