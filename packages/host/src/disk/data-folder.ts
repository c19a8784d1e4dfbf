import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../configuration/substitution.ts';

/** The database's name in the data folder. */
export const databaseName = 'parley.db';

/**
 * Where Parley keeps its data: `$PARLEY_DATA`, else `parley` in the place that the system has for
 * a user's data (XDG Base Directory Specification; `%LOCALAPPDATA%` on Windows).
 */
export function findDataFolder(environment: Environment): string {
  if (environment.PARLEY_DATA) return resolve(environment.PARLEY_DATA);
  const base =
    environment.XDG_DATA_HOME || environment.LOCALAPPDATA || join(homedir(), '.local', 'share');
  return join(base, 'parley');
}

/** Creates the folder for its owner alone. One that exists stays as it is. */
export function createDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
