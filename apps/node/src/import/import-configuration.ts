/** Converts the configuration of another gateway into a `parley.yaml`; used by `parley config import`. */
import { ConfigurationFileError, parseSource, type SourceDocument } from '@parley/host';
import { parse, stringify } from 'yaml';
import { createDraft } from './draft.ts';
import { importers } from './importers.ts';
import { createSourceObject, isObject, type ImportNote } from './source-object.ts';

/** A `parley.yaml` and what is to be known about it. */
export interface ImportedConfiguration {
  /** What the source is. */
  readonly source: string;
  /** Undefined when nothing could be imported. */
  readonly text: string | undefined;
  /** The variables of the environment that the text refers to. */
  readonly variables: readonly string[];
  /** A line for each difference: its place in the source, and a sentence. */
  readonly notes: readonly string[];
}

/**
 * Converts the text of a source; undefined when no importer recognises it.
 * @param file the name that notes show
 * @throws ConfigurationFileError for text that is neither YAML nor JSON; it shows nothing of the text
 */
export function importConfiguration(file: string, text: string): ImportedConfiguration | undefined {
  const plain = /^\s*[[{]/.test(text) ? blankComments(text) : text;
  const source = parseSource(file, plain);
  if (source.faults.length > 0) {
    throw new ConfigurationFileError(source.faults.map((fault) => ({ ...fault, source: '' })));
  }
  // Merge keys (`<<`) belong to YAML 1.1, which LiteLLM reads.
  const value: unknown = parse(plain, { merge: true });
  const importer = importers.find((candidate) => candidate.recognise(value));
  if (importer === undefined) return undefined;
  const notes: ImportNote[] = [];
  const [root, draft] = [createSourceObject(value, [], notes), createDraft(notes)];
  importer.convert(root, draft);
  root.noteUnread();
  const { configuration, variables } = draft.finish();
  return {
    source: importer.name,
    text: isEmpty(configuration['upstreams'])
      ? undefined
      : `# Imported from ${importer.name}.\n${stringify(configuration)}`,
    variables,
    notes: formatNotes(source, notes),
  };
}

function isEmpty(section: unknown): boolean {
  return isObject(section) && Object.keys(section).length === 0;
}

/** One line for each note, in the order of the source. */
function formatNotes(source: SourceDocument, notes: readonly ImportNote[]): readonly string[] {
  const lines = notes
    .map(({ path, message }) => source.faultAtKey(path.map(toKey), message))
    .sort((left, right) => left.line - right.line || left.column - right.column)
    .map(({ file, line, column, path, message }) => {
      const place = `${file}:${String(line)}:${String(column)}`;
      return `${place}  ${path === '' ? 'The file' : path} ${message}`;
    });
  return [...new Set(lines)];
}

/** The keys of a list are numbers. */
function toKey(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

/**
 * JSON with comments, as some gateways accept it, without the comments: they become blanks, so that places stay.
 */
function blankComments(text: string): string {
  const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g;
  return text.replaceAll(token, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' '),
  );
}
