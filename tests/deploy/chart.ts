/** Renders the Helm chart, for its test. */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import * as z from 'zod';
import { readText, root } from '../codebase/workspace.ts';
import { isTrue, parseTemplate, print, renderNodes, type Library } from './template.ts';

/** One object that the chart asks of a cluster. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface RenderedChart {
  readonly manifests: readonly Manifest[];
  /** What Helm shows after the installation. */
  readonly notes: string;
}

type Values = Readonly<Record<string, unknown>>;

const folder = 'deploy/helm/parley';

/** Renders the chart as `helm template gateway --namespace chat` does. @throws as its templates do */
export function renderChart(changes: Values = {}): RenderedChart {
  const context = {
    Values: mergeValues(readValues(), changes),
    Chart: readChart(),
    Release: { Name: 'gateway', Namespace: 'chat', Service: 'Helm' },
  };
  const library: Library = { functions: createFunctions(() => library), defined: new Map() };
  const paths = globSync(`${folder}/templates/*`, { cwd: root }).sort();
  const templates = paths.map(
    (path) => [basename(path), parseTemplate(readText(path), library)] as const,
  );
  const scope = { dot: context, variables: new Map([['', context]]) };
  const texts = templates.map(
    ([name, nodes]) => [name, renderNodes(nodes, library, scope)] as const,
  );
  const manifests = texts
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([, text]) => parseManifests(text));
  return { manifests, notes: texts.find(([name]) => name === 'NOTES.txt')?.[1] ?? '' };
}

export function readValues(): Values {
  return z.record(z.string(), z.unknown()).parse(parse(readText(`${folder}/values.yaml`)));
}

/** Whether the chart takes these values, by its own schema. */
export function acceptsValues(changes: Values): boolean {
  const schema = JSON.parse(
    readText(`${folder}/values.schema.json`),
  ) as z.core.JSONSchema.JSONSchema;
  return z.fromJSONSchema(schema).safeParse(mergeValues(readValues(), changes)).success;
}

/** The chart's facts under the names that templates use. */
function readChart(): Values {
  const chart = z.record(z.string(), z.unknown()).parse(parse(readText(`${folder}/Chart.yaml`)));
  const entries = Object.entries(chart);
  return Object.fromEntries(
    entries.map(([name, fact]) => [name.replace(/^./, (first) => first.toUpperCase()), fact]),
  );
}

function parseManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0] ?? new Error('no YAML');
      return document.toJS() as unknown;
    })
    .filter((value) => value !== null)
    .map((value) => manifestSchema.parse(value));
}

function mergeValues(values: Values, changes: Values): Values {
  const merged = Object.entries(changes).map(([name, change]) => {
    const old = values[name];
    return [name, isMap(old) && isMap(change) ? mergeValues(old, change) : change] as const;
  });
  return { ...values, ...Object.fromEntries(merged) };
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Those functions of Helm that the chart calls; the value that is piped comes last. */
function createFunctions(library: () => Library): Library['functions'] {
  const text = (value: unknown) => print(value);
  return {
    include: (name, dot) => {
      const nodes = library().defined.get(text(name));
      if (nodes === undefined) throw new Error(`No template "${text(name)}".`);
      return renderNodes(nodes, library(), { dot, variables: new Map([['', dot]]) });
    },
    add: (...values) => values.reduce<number>((sum, value) => sum + Number(value), 0),
    and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
    default: (fallback, value) => (isTrue(value) ? value : fallback),
    eq: (one, other) => one === other,
    fail: (message) => {
      throw new Error(text(message));
    },
    gt: (one, other) => Number(one) > Number(other),
    int: (value) => Math.trunc(Number(value)),
    nindent: (columns, value) =>
      `\n${text(value)}`.replaceAll('\n', `\n${' '.repeat(Number(columns))}`),
    not: (value) => !isTrue(value),
    printf: (format, ...values) => {
      const left = [...values];
      return text(format).replaceAll('%s', () => text(left.shift()));
    },
    quote: (value) => JSON.stringify(text(value)),
    required: (message, value) => {
      if (value === undefined || value === null || value === '') throw new Error(text(message));
      return value;
    },
    sha256sum: (value) => createHash('sha256').update(text(value)).digest('hex'),
    ternary: (yes, no, condition) => (isTrue(condition) ? yes : no),
    toYaml: (value) => stringify(value, { sortMapEntries: true }).trimEnd(),
    trimSuffix: (suffix, value) =>
      text(value).endsWith(text(suffix)) ? text(value).slice(0, -text(suffix).length) : value,
    trunc: (length, value) => text(value).slice(0, Number(length)),
  };
}
