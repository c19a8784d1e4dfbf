/** The folder in which Parley keeps its data. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../configuration/substitution.ts';

/** The name of the database file in the data folder. */
export const databaseName = 'parley.db';

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

/** Creates the folder, accessible to its owner only. An existing folder is not changed. */
export function createDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
