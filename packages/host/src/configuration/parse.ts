/** Reads a configuration from its text. */
import { configurationSchema, type Configuration, type ConfigurationOrigins } from '@parley/core';
import { ConfigurationFileError, type Fault } from './fault.ts';
import { findOrigins } from './origins.ts';
import { explainReferences } from './references.ts';
import { createSchemaMap } from './schema-map.ts';
import { parseSource } from './source-document.ts';
import { substituteValues, type Environment, type SubstitutionOptions } from './substitution.ts';
import { explainIssues } from './validation.ts';

/** The text of a `parley.yaml`, wherever it stands. */
export interface WrittenConfiguration {
  /** Shown with every fault: the path of a file, or the name of a variable. */
  readonly name: string;
  readonly text: string;
  /** See `SubstitutionOptions`. */
  readonly readSecret?: SubstitutionOptions['readSecret'];
}

export interface ParseOptions {
  readonly environment: Environment;
  /** What was found elsewhere, such as in the environment: the text may refer to it. */
  readonly found: Configuration;
}

/** A configuration, and where in the text its values stand. */
export interface ParsedConfiguration {
  readonly configuration: Configuration;
  readonly places: ConfigurationOrigins['places'];
}

/** @throws ConfigurationFileError with every fault that was found */
export function parseConfiguration(
  { name, text, readSecret }: WrittenConfiguration,
  { environment, found }: ParseOptions,
): ParsedConfiguration {
  const source = parseSource(name, text);
  if (source.faults.length > 0) throw new ConfigurationFileError(source.faults);
  const places = findOrigins(source);
  const substitution = substituteValues(source, { environment, readSecret });
  const result = configurationSchema.safeParse(source.document.toJS() ?? {});
  const issues = result.error?.issues ?? [];
  const faults = [
    ...substitution,
    ...explainIssues(source, createSchemaMap(configurationSchema), issues),
    ...explainReferences(source, issues, found),
  ];
  if (!result.success || faults.length > 0) throw new ConfigurationFileError(sortFaults(faults));
  return { configuration: result.data, places };
}

/** In the order of the text; of several faults at one place the first says the most. */
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
