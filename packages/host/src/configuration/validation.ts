/** Converts the issues of zod to faults with positions and suggestions. */
import { findNearestNames } from '@parley/core';
import { isMap, isSeq } from 'yaml';
import type * as z from 'zod';
import type { Fault } from './fault.ts';
import type { SchemaMap } from './schema-map.ts';
import type { Path, SourceDocument } from './source-document.ts';

type Issue = z.core.$ZodIssue;

const missing = 'This key is missing.';

/** Returns the faults of a configuration, each with its position in the text and, where there is one, a suggestion. */
export function explainIssues(
  source: SourceDocument,
  schema: SchemaMap,
  issues: readonly Issue[],
): readonly Fault[] {
  return issues.flatMap((issue) => explainIssue(source, schema, issue));
}

function explainIssue(source: SourceDocument, schema: SchemaMap, issue: Issue): readonly Fault[] {
  const { path } = issue;
  const choices = readChoices(issue);
  if (choices.length > 0) {
    const listed = choices.map((choice) => JSON.stringify(choice)).join('|');
    return [source.faultAt(path, `Invalid option: expected one of ${listed}.`)];
  }
  // An unknown discriminator of a union has no nested issues.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nested = chooseBranch(issue.errors);
    return nested.flatMap((inner) =>
      explainIssue(source, schema, { ...inner, path: [...path, ...inner.path] }),
    );
  }
  if (issue.code === 'unrecognized_keys') {
    const known = schema.keysAt(path);
    return issue.keys.map((key) =>
      source.faultAtKey([...path, key], `Unknown key "${key}".${suggestKey(key, known)}`),
    );
  }
  if (issue.code === 'invalid_key') {
    const [reason] = issue.issues;
    return [source.faultAtKey(path, asSentence(reason?.message ?? issue.message))];
  }
  const written = readValue(source, path);
  if (issue.code === 'invalid_value') {
    const advice = typeof written === 'string' ? suggest(written, issue.values.map(String)) : '';
    return [source.faultAt(path, `${asSentence(issue.message)}${advice}`)];
  }
  if (written === undefined) return [source.faultAt(path, describeMissing(schema, path))];
  if (written === null)
    return [source.faultAt(path, 'This key has no value: add one, or remove it.')];
  if (issue.code === 'invalid_type')
    return [source.faultAt(path, describeType(issue.expected, written))];
  return [source.faultAt(path, asSentence(issue.message))];
}

function describeMissing(schema: SchemaMap, path: Path): string {
  const description = schema.descriptionAt(path);
  return description === undefined ? missing : `${missing} ${description}`;
}

/** The values that a union accepts, when it is one of single values only, such as a name or `false`. */
function readChoices(issue: Issue): readonly unknown[] {
  if (issue.code !== 'invalid_union') return [];
  const values = issue.errors.map(([first]) =>
    first?.code === 'invalid_value' && first.path.length === 0 ? first.values : [],
  );
  return values.every(({ length }) => length > 0) ? values.flat() : [];
}

/** The branch of a union whose type matches the value at the top. */
function chooseBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const matching = branches.find(
    (issues) => !issues.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  );
  return matching ?? branches[0] ?? [];
}

function suggest(written: string, names: readonly string[]): string {
  const [nearest] = findNearestNames(written, names, 1);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function suggestKey(written: string, known: readonly string[]): string {
  const others = known.length > 0 ? ` Known keys: ${known.join(', ')}.` : '';
  return suggest(written, known) || others;
}

const mapping = 'a mapping (`key: value`)';
const list = 'a list';

/** The words for types, by their names in zod and in JavaScript. */
const typeNames: Readonly<Record<string, string>> = {
  record: mapping,
  object: mapping,
  array: list,
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function describeType(expected: string, written: unknown): string {
  return `Expected ${typeNames[expected] ?? expected}, found ${nameType(written)}.`;
}

function nameType(written: unknown): string {
  if (isSeq(written)) return list;
  return isMap(written) ? mapping : (typeNames[typeof written] ?? typeof written);
}

function readValue(source: SourceDocument, path: Path): unknown {
  return source.document.getIn(path);
}

function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
