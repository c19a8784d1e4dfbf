/** Reads secrets from files that contain only the secret, as containers and systemd mount them. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigurationError, providers, type ConfigurationProblem } from '@parley/core';
import { SecretFileError, type Environment } from '../configuration/substitution.ts';
import { explainFileError } from './file-reason.ts';
import { adminTokenVariable } from '../start/first-secrets.ts';

const prefix = 'file:';
const maximumBytes = 64 * 1024;

const secretVariables: ReadonlySet<string> = new Set([
  ...providers.flatMap(({ credentialEnvironment }) => credentialEnvironment),
  adminTokenVariable,
  'PARLEY_DATABASE_URL',
  'DATABASE_URL',
  'PARLEY_REDIS_URL',
  'PARLEY_SECRET_KEY',
]);

/**
 * Reads a secret; white space around it is removed.
 * @throws SecretFileError when the file cannot be read, is empty or larger than 64 KiB
 */
export function readSecretFile(path: string): string {
  const secret = readSmall(path);
  if (secret === '') throw new SecretFileError(`The file ${path} is empty.`);
  return secret;
}

function readSmall(path: string): string {
  try {
    if (statSync(path).size <= maximumBytes) return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new SecretFileError(`The file ${path} cannot be read: ${explainFileError(error)}.`);
  }
  throw new SecretFileError(`The file ${path} is too large.`);
}

/**
 * The environment with the secret in place of `file:<path>`, for the variables that hold secrets.
 * @throws ConfigurationError when a file cannot be used; it names the variable, not its value
 */
export function readSecretVariables(environment: Environment): Environment {
  const problems: ConfigurationProblem[] = [];
  const secrets: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!secretVariables.has(name) || !value.startsWith(prefix)) continue;
    try {
      secrets[name] = readAbsolute(value.slice(prefix.length));
    } catch (error) {
      if (!(error instanceof SecretFileError)) throw error;
      problems.push({ path: [name], message: error.message });
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { ...environment, ...secrets };
}

function readAbsolute(path: string): string {
  if (isAbsolute(path)) return readSecretFile(path);
  throw new SecretFileError('Use an absolute path, such as file:/run/secrets/key.');
}
