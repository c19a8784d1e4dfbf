/** Checks the references between entries of a configuration file, such as a target's upstream. */
import {
  checkReferences,
  configurationSchema,
  mergeConfigurations,
  type Configuration,
  type ConfigurationProblem,
} from '@parley/core';
import type * as z from 'zod';
import type { Fault } from './fault.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Finds references to unknown names and entries that contradict each other. Entries that the schema
 * refuses are left out, so that one fault does not hide another.
 *
 * @param found the configuration of the environment, to which the file may refer
 */
export function explainReferences(
  source: SourceDocument,
  issues: readonly z.core.$ZodIssue[],
  found: Configuration,
): readonly Fault[] {
  const refused = new Set(issues.map((issue) => formatEntry(issue.path)));
  const value = readEntries(source, refused);
  const valid = configurationSchema.safeParse(value);
  if (!valid.success) return [];
  return checkReferences(mergeConfigurations(found, valid.data))
    .filter((problem) => source.document.hasIn(problem.path.slice(0, 2)))
    .filter((problem) => !refused.has(`upstreams.${readTarget(source, problem)}`))
    .map(({ path, message, suggestion }) =>
      source.faultAt(path, suggestion === undefined ? message : `${message} ${suggestion}`),
    );
}

/** The values of the file without the entries that the schema rejects. */
function readEntries(source: SourceDocument, refused: ReadonlySet<string>): unknown {
  const value: unknown = source.document.toJS();
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([section]) => !refused.has(section))
      .map(([section, entries]) => [section, keepValid(section, entries, refused)]),
  );
}

function keepValid(section: string, entries: unknown, refused: ReadonlySet<string>): unknown {
  // Entries of a list are identified by their index, which must not change.
  if (Array.isArray(entries)) {
    return entries.some((_, index) => refused.has(`${section}.${index}`)) ? [] : entries;
  }
  if (typeof entries !== 'object' || entries === null) return {};
  const kept = Object.entries(entries).filter(([name]) => !refused.has(`${section}.${name}`));
  return Object.fromEntries(kept);
}

/** The upstream of a target; empty for other problems. */
function readTarget(source: SourceDocument, { path }: ConfigurationProblem): string {
  const name: unknown = path[0] === 'models' ? source.document.getIn(path) : '';
  return typeof name === 'string' ? name : '';
}

function formatEntry(path: readonly PropertyKey[]): string {
  return path.slice(0, 2).map(String).join('.');
}
