/** The folder in which Parley keeps its data. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../configuration/substitution.ts';

/** The name of the database file in the data folder. */
export const databaseName = 'parley.db';
/** The name of the folder with the settlements that wait for the store. */
export const outboxName = 'outbox';
/** The name of that folder in earlier versions. */
export const earlierOutboxName = 'spool';
/** The name of the file with the first secrets. */
export const secretsFileName = 'first-secrets.env';
/** The name of the file with the secret key of the embedded store. */
export const secretKeyName = 'secret-key';

/**
 * `$PARLEY_DATA`, otherwise `parley` in the system's folder for data of a user (XDG Base Directory
 * Specification; `%LOCALAPPDATA%` on Windows).
 */
export function findDataFolder(environment: Environment): string {
  if (environment.PARLEY_DATA) return resolve(environment.PARLEY_DATA);
  const base =
    environment.XDG_DATA_HOME || environment.LOCALAPPDATA || join(homedir(), '.local', 'share');
  return join(base, 'parley');
}

/**
 * Creates the folder, accessible to its owner only. An existing folder is not changed. It creates one level after the
 * other: on a read-only file system, the recursion of Node says that there is no such folder.
 */
export function createDataFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) createDataFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // It exists, also if another process was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

const notAllowed =
  'this user may not write it; use its owner, or set PARLEY_DATA to another folder';

/** Why the folder cannot be written and what to do, by the code of the error. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', notAllowed],
  ['EPERM', notAllowed],
  ['ENOTDIR', 'it is no folder; set PARLEY_DATA to one'],
  ['ENOSPC', 'the disk is full; free some space'],
  ['EROFS', 'its file system is read-only; set PARLEY_DATA to another folder'],
]);

/**
 * Free bytes of the disk, after a file was written to the folder; undefined when there is no such folder yet.
 * @throws Error that says why it cannot be written and what to do
 */
export function probeDataFolder(folder: string): number | undefined {
  if (!existsSync(folder)) return undefined;
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    writeProbe(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    const reason = reasons.get(code) ?? String(code);
    throw new Error(`The data folder ${folder} cannot be written: ${reason}.`, { cause });
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function writeProbe(path: string): void {
  try {
    writeFileSync(path, 'probe', { mode: 0o600, flush: true });
  } finally {
    rmSync(path, { force: true });
  }
}
