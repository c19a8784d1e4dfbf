import {
  configurationFromEnvironment,
  mergeConfigurations,
  type Configuration,
} from '@parley/core';
import { findConfiguration, type FindOptions } from './find.ts';
import { loadConfiguration } from './load.ts';

export interface LoadedConfiguration {
  /** What the gateway runs with: the file's entries before those of the environment. */
  readonly configuration: Configuration;
  /** What the file says alone. */
  readonly written: Configuration;
  /** Absent when there is no file. */
  readonly file?: string;
}

const empty: Configuration = { upstreams: {}, models: {}, groups: {} };

/**
 * Finds and reads the configuration, from the file and from the environment.
 * @param discovered upstreams that were found in other ways; everything else goes before them
 * @throws ConfigurationFileError for a faulty file, ConfigurationError for a faulty variable
 */
export function loadAll(
  options: FindOptions,
  discovered: Configuration['upstreams'] = {},
): LoadedConfiguration {
  const found = mergeConfigurations(
    { ...empty, upstreams: discovered },
    configurationFromEnvironment(options.environment),
  );
  const file = findConfiguration(options);
  if (file === undefined) return { configuration: found, written: empty };
  const written = loadConfiguration(file, { environment: options.environment, found });
  return { configuration: mergeConfigurations(found, written), written, file };
}
