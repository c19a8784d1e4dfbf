import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from './substitution.ts';

export interface FindOptions {
  /** What the person asked for; it must exist. */
  readonly requested?: string | undefined;
  readonly environment: Environment;
  readonly workingFolder: string;
  readonly dataFolder: string;
}

const fileNames = ['parley.yaml', 'parley.yml', 'parley.json'];

/**
 * The configuration file: the requested one, `$PARLEY_CONFIG`, then `parley.yaml`, `.yml` and
 * `.json` in the working folder and in the data folder. A file that was asked for by name is
 * given even when it does not exist, so that loading it says so.
 */
export function findConfiguration(options: FindOptions): string | undefined {
  const { environment, workingFolder, dataFolder } = options;
  const requested = options.requested ?? environment.PARLEY_CONFIG;
  if (requested) return resolve(workingFolder, requested);
  return [workingFolder, dataFolder]
    .flatMap((folder) => fileNames.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
