/** Loads the configuration: merges the environment with the text of `parley.yaml`. */
import {
  configurationFromEnvironment,
  mergeConfigurations,
  originKey,
  originsFromEnvironment,
  type Configuration,
  type ConfigurationOrigins,
  type Origin,
} from '@parley/core';
import { parseConfiguration, type WrittenConfiguration } from './parse.ts';
import { checkServerUrls } from './server-urls.ts';
import type { Environment } from './substitution.ts';

/** The variable with the text of `parley.yaml`, for hosts without files. */
export const configurationVariable = 'PARLEY_CONFIG_YAML';

/** A merged configuration, and where its values come from. */
export interface LoadedConfiguration {
  /** The effective configuration: the file overrides the environment. */
  readonly configuration: Configuration;
  /** The file alone. */
  readonly written: Configuration;
  /** The path of the file or the name of the variable; absent when there is neither. */
  readonly source?: string;
  /** The origin of each value. */
  readonly origins: ConfigurationOrigins;
}

/** The sources of a configuration, which `loadConfiguration` merges. */
export interface ConfigurationSources {
  readonly environment: Environment;
  /** The text of a file. Without it the variable `PARLEY_CONFIG_YAML` is read. */
  readonly written?: WrittenConfiguration | undefined;
  /** Upstreams that were found on this machine; the file and the environment override them. */
  readonly discovered?: Configuration['upstreams'] | undefined;
}

const empty: Configuration = { upstreams: {}, models: {}, groups: {} };

/**
 * Merges the sources; a value of the text overrides one of the environment, which overrides one that was found on
 * this machine.
 * @throws ConfigurationFileError for faulty text, ConfigurationError for a faulty variable
 */
export function loadConfiguration(sources: ConfigurationSources): LoadedConfiguration {
  const { environment, discovered = {} } = sources;
  const found = mergeConfigurations(
    { ...empty, upstreams: discovered },
    configurationFromEnvironment(environment),
  );
  const machine = Object.keys(discovered).map((name): readonly [string, Origin] => [
    originKey(['upstreams', name, 'provider']),
    { from: 'default', detail: 'found on this machine' },
  ]);
  const known = [...machine, ...originsFromEnvironment(environment)];
  const text = sources.written ?? findText(environment);
  if (text === undefined) {
    checkServerUrls(found, environment);
    return { configuration: found, written: empty, origins: { places: new Map(known) } };
  }
  const { configuration: written, places } = parseConfiguration(text, { environment, found });
  const configuration = mergeConfigurations(found, written);
  checkServerUrls(configuration, environment);
  return {
    configuration,
    written,
    source: text.name,
    origins: { source: text.name, places: new Map([...known, ...places]) },
  };
}

function findText(environment: Environment): WrittenConfiguration | undefined {
  const text = environment[configurationVariable];
  return text === undefined || text === '' ? undefined : { name: configurationVariable, text };
}
