/** Keeps the secret key of the embedded store in the data folder, where `PARLEY_SECRET_KEY` is not set. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '@parley/core';
import { readSecretKeys } from '@parley/core/extension';
import { secretKeyName } from './data-folder.ts';
import { explainFileError } from './file-reason.ts';

/** The path of the file, if there is one. */
export function findSecretKeyFile(folder: string): string | undefined {
  const path = join(folder, secretKeyName);
  return existsSync(path) ? path : undefined;
}

/**
 * The key in the folder, with earlier ones on further lines; undefined when there is none.
 * @throws ConfigurationError for a file that holds no key or cannot be read; the message does not contain what it holds
 */
export function readSecretKeyFile(folder: string): string | undefined {
  const path = findSecretKeyFile(folder);
  if (path === undefined) return undefined;
  const key = readKey(path);
  try {
    readSecretKeys(key);
    return key;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigurationError([{ path: [path], message: error.message }]);
  }
}

/** Another user than the owner of the data may find the file without the right to read it. */
function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const message = `The secret key cannot be read: ${explainFileError(error)}.`;
    throw new ConfigurationError([{ path: [path], message }]);
  }
}

/**
 * Writes a new key, which only the owner of the file can read. A key that is there is kept, also one that another
 * process writes at the same moment. Throws when it cannot be written.
 */
export function createSecretKeyFile(folder: string): void {
  const path = join(folder, secretKeyName);
  if (existsSync(path)) return;
  const temporary = `${path}.${randomUUID()}`;
  const key = randomBytes(32).toString('hex');
  writeFileSync(temporary, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(temporary, path);
  } catch {
    // Another process was faster, or the file system has no links.
    if (!existsSync(path)) renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
