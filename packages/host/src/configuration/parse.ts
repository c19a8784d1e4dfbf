/** Parses and validates the text of a configuration file. */
import { configurationSchema, type Configuration, type ConfigurationOrigins } from '@parley/core';
import { ConfigurationFileError, type Fault } from './fault.ts';
import { findOrigins } from './origins.ts';
import { explainReferences } from './references.ts';
import { createSchemaMap } from './schema-map.ts';
import { parseSource } from './source-document.ts';
import { substituteValues, type Environment, type SubstitutionOptions } from './substitution.ts';
import { explainIssues } from './validation.ts';

/** The text of `parley.yaml`, from a file or from a variable. */
export interface WrittenConfiguration {
  /** The path of the file or the name of the variable, as faults show it. */
  readonly name: string;
  readonly text: string;
  /** See `SubstitutionOptions`. */
  readonly readSecret?: SubstitutionOptions['readSecret'];
}

/** What the text of a configuration may refer to. */
export interface ParseOptions {
  readonly environment: Environment;
  /** The configuration of the environment, to which the text may refer. */
  readonly found: Configuration;
}

/** A configuration and the origins of its values in the text. */
export interface ParsedConfiguration {
  readonly configuration: Configuration;
  readonly places: ConfigurationOrigins['places'];
}

/** @throws ConfigurationFileError with every fault */
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

/** Sorts by position, and keeps the first of several faults at one position, which is the most exact. */
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
