import { readFileSync, statSync } from 'node:fs';
import { configurationSchema, type Configuration } from '@parley/core';
import { ConfigurationFileError, type Fault } from './fault.ts';
import { explainReferences } from './references.ts';
import { createSchemaMap } from './schema-map.ts';
import { parseSource } from './source-document.ts';
import { substituteValues, type Environment } from './substitution.ts';
import { explainIssues } from './validation.ts';

export interface LoadOptions {
  readonly environment: Environment;
  /** What was found elsewhere, such as in the environment: the file may refer to it. */
  readonly found: Configuration;
}

const maximumBytes = 4 * 1024 * 1024;

/**
 * Reads a configuration file.
 * @throws ConfigurationFileError with every fault that was found
 */
export function loadConfiguration(file: string, options: LoadOptions): Configuration {
  return parseConfiguration(file, readText(file), options);
}

/**
 * Reads a configuration from its text.
 * @throws ConfigurationFileError with every fault that was found
 */
export function parseConfiguration(
  file: string,
  text: string,
  { environment, found }: LoadOptions,
): Configuration {
  const source = parseSource(file, text);
  if (source.faults.length > 0) throw new ConfigurationFileError(source.faults);
  const substitution = substituteValues(source, { file, environment });
  const result = configurationSchema.safeParse(source.document.toJS() ?? {});
  const issues = result.error?.issues ?? [];
  const faults = [
    ...substitution,
    ...explainIssues(source, createSchemaMap(configurationSchema), issues),
    ...explainReferences(source, issues, found),
  ];
  if (!result.success || faults.length > 0) throw new ConfigurationFileError(sortFaults(faults));
  return result.data;
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= maximumBytes) return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationFileError([wholeFile(file, 'This file cannot be read.')]);
  }
  throw new ConfigurationFileError([wholeFile(file, 'This file is too large.')]);
}

function wholeFile(file: string, message: string): Fault {
  return { file, line: 1, column: 1, path: '', message, source: '' };
}

/** In the order of the file; of several faults at one place the first says the most. */
function sortFaults(faults: readonly Fault[]): readonly Fault[] {
  const byPlace = new Map<string, Fault>();
  for (const fault of faults) {
    const place = `${String(fault.line)}:${String(fault.column)}`;
    if (!byPlace.has(place)) byPlace.set(place, fault);
  }
  return [...byPlace.values()].sort(
    (left, right) => left.line - right.line || left.column - right.column,
  );
}
