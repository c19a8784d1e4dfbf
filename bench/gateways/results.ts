/** Writes the results of a run: all figures as JSON, the tables in Markdown, and the plot. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf, type Bench, type Effort } from './bench.ts';
import { drawPlot } from './plot.ts';
import { cores } from './processes.ts';
import { writeTable, type Table } from './table.ts';

/** One run, as it is stored. */
export interface Results {
  /** In UTC, such as 2026-11-22T21:00:00.000Z. */
  readonly date: string;
  readonly machine: {
    readonly processor: string;
    readonly processors: number;
    readonly memoryGiB: number;
    readonly kernel: string;
    readonly cores: typeof cores;
  };
  /** The commit of this repository; absent outside a checkout. */
  readonly commit?: string;
  /** By the title of the subject. */
  readonly versions: Readonly<Record<string, string>>;
  readonly effort: Effort;
  readonly tables: readonly Table[];
}

export function describeRun(bench: Bench, begin: Date): Omit<Results, 'tables'> {
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  const versionOf = (version: () => string): string => {
    try {
      return version();
    } catch (error) {
      return messageOf(error);
    }
  };
  return {
    date: begin.toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      processors: cpus().length,
      memoryGiB: Math.round(totalmem() / 1_024 ** 3),
      kernel: release(),
      cores,
    },
    ...(git.status === 0 && { commit: git.stdout.trim() }),
    versions: Object.fromEntries(
      bench.subjects.map(({ title, version }) => [title, versionOf(version)]),
    ),
    effort: bench.effort,
  };
}

/**
 * Writes `<day>.json`, `<day>.md` and `<day>.svg`. A second run of a day replaces the tables that it has measured, if it
 * is one of the same build; otherwise it replaces the first run.
 */
export function writeResults(folder: string, measured: Results): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, measured.date.slice(0, 10));
  const results = addEarlier(`${path}.json`, measured);
  writeFileSync(`${path}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(`${path}.md`, writePage(results));
  writeFileSync(`${path}.svg`, drawPlot(results));
}

/** Adds the tables that an earlier run of the same build, with the same effort, has measured. */
function addEarlier(file: string, results: Results): Results {
  if (!existsSync(file)) return results;
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const build = ({ commit, effort, versions }: Results) => [commit, effort, versions];
  if (!isDeepStrictEqual(build(earlier), build(results))) return results;
  const byId = new Map([...earlier.tables, ...results.tables].map((table) => [table.id, table]));
  return { ...results, tables: [...byId.values()] };
}

/** The latest results in a folder. */
export function readLatest(folder: string): { readonly name: string; readonly results: Results } {
  const name = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .at(-1);
  if (name === undefined) throw new Error(`There are no results in ${folder}.`);
  const results = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results;
  return { name: name.slice(0, -'.json'.length), results };
}

function writePage(results: Results): string {
  const day = results.date.slice(0, 10);
  const { processor, processors, memoryGiB, kernel } = results.machine;
  const versions = Object.entries(results.versions).map(([title, text]) => `- ${title}: ${text}`);
  return [
    `# Gateways side by side, ${day}`,
    '',
    `![Times the CPU time of nginx](${day}.svg)`,
    '',
    `Measured on ${processor}, ${processors} processors, ${memoryGiB} GiB, Linux ${kernel}, with ` +
      `${results.effort.rounds} rounds of ${results.effort.seconds} seconds` +
      (results.commit === undefined ? '.' : ` at commit ${results.commit}.`),
    'The [README](../README.md) of this folder says how to repeat it and what the figures mean.',
    '',
    ...versions,
    '',
    ...results.tables.map(writeTable),
  ].join('\n');
}
