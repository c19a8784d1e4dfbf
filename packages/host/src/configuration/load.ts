/** Joins what the environment says with what a `parley.yaml` says. */
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
import type { Environment } from './substitution.ts';

/** Holds the text of a `parley.yaml`, for hosts without files. */
export const configurationVariable = 'PARLEY_CONFIG_YAML';

export interface LoadedConfiguration {
  /** What the gateway runs with: what is written goes before what the environment says. */
  readonly configuration: Configuration;
  /** What is written alone. */
  readonly written: Configuration;
  /** Where it is written: the path of a file or the name of a variable; absent when nowhere. */
  readonly source?: string;
  /** Where each value of the configuration was said. */
  readonly origins: ConfigurationOrigins;
}

export interface ConfigurationSources {
  readonly environment: Environment;
  /** The text of a file. Without it the variable `PARLEY_CONFIG_YAML` is read. */
  readonly written?: WrittenConfiguration | undefined;
  /** Upstreams that were found in other ways; everything else goes before them. */
  readonly discovered?: Configuration['upstreams'] | undefined;
}

const empty: Configuration = { upstreams: {}, models: {}, groups: {} };

/** @throws ConfigurationFileError for faulty text, ConfigurationError for a faulty variable */
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
    return { configuration: found, written: empty, origins: { places: new Map(known) } };
  }
  const { configuration: written, places } = parseConfiguration(text, { environment, found });
  return {
    configuration: mergeConfigurations(found, written),
    written,
    source: text.name,
    origins: { source: text.name, places: new Map([...known, ...places]) },
  };
}

function findText(environment: Environment): WrittenConfiguration | undefined {
  const text = environment[configurationVariable];
  return text === undefined || text === '' ? undefined : { name: configurationVariable, text };
}
