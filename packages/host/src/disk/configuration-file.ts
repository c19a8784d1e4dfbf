/** Finds and reads `parley.yaml` and the secret files that it names. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ConfigurationFileError } from '../configuration/fault.ts';
import type { WrittenConfiguration } from '../configuration/parse.ts';
import {
  configurationVariable,
  loadConfiguration,
  type ConfigurationSources,
  type LoadedConfiguration,
} from '../configuration/load.ts';
import type { Environment } from '../configuration/substitution.ts';
import { explainFileError } from './file-reason.ts';
import { readSecretFile } from './mounted-secrets.ts';

/** Where a configuration file may be. */
export interface FindOptions {
  /** The file of the command line; it must exist. */
  readonly configurationFile?: string | undefined;
  readonly environment: Environment;
  /** An absolute path. */
  readonly workingFolder: string;
  /** An absolute path; the folder need not exist. */
  readonly dataFolder: string;
  /** Whether an empty file is a fault, as at a reload: many programs empty a file before they write it. */
  readonly refusesEmpty?: boolean;
}

const fileNames = ['parley.yaml', 'parley.yml', 'parley.json'];
const maximumBytes = 4 * 1024 * 1024;

const emptyFile = 'This file is empty. To remove what it declares, write `{}`.';

/**
 * The configuration file: the requested one, `$PARLEY_CONFIG`, then `parley.yaml`, `.yml` and
 * `.json` in the working folder and in the data folder, unless `$PARLEY_CONFIG_YAML` holds the text.
 * A file that is named is returned even when it does not exist, so that reading it fails with its name.
 */
export function findConfiguration(options: FindOptions): string | undefined {
  const { environment, workingFolder, dataFolder } = options;
  const requested = options.configurationFile ?? environment.PARLEY_CONFIG;
  if (requested) return resolve(workingFolder, requested);
  if (environment[configurationVariable]) return undefined;
  return [workingFolder, dataFolder]
    .flatMap((folder) => fileNames.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** A loaded configuration and the file that it came from. */
export interface DiskConfiguration extends LoadedConfiguration {
  /** Absent when there is no file. */
  readonly file?: string;
  /** The absolute paths of the secret files that the file names; absent when there is no file. */
  readonly secretFiles?: readonly string[];
}

/**
 * Finds the file and merges it with the environment.
 * @throws ConfigurationFileError for a faulty file, ConfigurationError for a faulty variable
 */
export function loadFromDisk(
  options: FindOptions,
  discovered?: ConfigurationSources['discovered'],
): DiskConfiguration {
  const { environment } = options;
  const file = findConfiguration(options);
  if (file === undefined) return loadConfiguration({ environment, discovered });
  const content = readConfigurationFile(file);
  if (content.text === '' && options.refusesEmpty === true) throw refuse(file, emptyFile);
  const secretFiles = new Set<string>();
  const written: WrittenConfiguration = {
    ...content,
    readSecret: (path) => {
      secretFiles.add(resolveSecret(file, path));
      return readSecretOf(file, path);
    },
  };
  const loaded = loadConfiguration({ environment, written, discovered });
  return { ...loaded, file, secretFiles: [...secretFiles] };
}

/**
 * Reads a file of at most 4 MiB.
 * @throws ConfigurationFileError when the file cannot be read or is larger
 */
export function readConfigurationFile(file: string): WrittenConfiguration {
  return { name: file, text: readText(file), readSecret: (path) => readSecretOf(file, path) };
}

/**
 * Reads a secret that a configuration file names; a relative path is relative to the folder of that file.
 * @throws SecretFileError
 */
export function readSecretOf(file: string, path: string): string {
  return readSecretFile(resolveSecret(file, path));
}

function resolveSecret(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= maximumBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(file, `This file cannot be read: ${explainFileError(error)}.`);
  }
  throw refuse(file, 'This file is too large.');
}

function refuse(file: string, message: string): ConfigurationFileError {
  return new ConfigurationFileError([{ file, line: 1, column: 1, path: '', message, source: '' }]);
}
