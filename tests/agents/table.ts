/** Writes the results of trials as a table; used by `run.ts`. */
import type { Dialect } from '@parley/testkit';
import type { Trial } from './trial.ts';

/** A trial, and the format of its upstream. */
export interface Row {
  readonly upstream: Dialect;
  readonly trial: Trial;
}

const heads = [
  'agent',
  'speaks',
  'upstream',
  'result',
  'seconds',
  'translation',
  'asked elsewhere',
];

/** Formats rows as columns of sufficient width. */
export function writeTable(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(listCells)];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function listCells({ upstream, trial }: Row): readonly string[] {
  const { agent, problems, seconds, fidelity, elsewhere } = trial;
  return [
    agent.variant === undefined ? agent.name : `${agent.name} (${agent.variant})`,
    agent.dialect,
    upstream,
    problems.length === 0 ? 'good' : 'BAD',
    seconds.toFixed(1),
    fidelity || '-',
    elsewhere.join(' ') || '-',
  ];
}

/** All problems, with the folders of their files. */
export function writeProblems(rows: readonly Row[]): string {
  return rows
    .filter(({ trial }) => trial.problems.length > 0)
    .map(({ upstream, trial }) => {
      const { agent, problems, folder } = trial;
      const title = `${agent.name} ${agent.variant ?? ''} over ${upstream}, kept in ${folder ?? '-'}`;
      return [title, ...problems.map((problem) => `  - ${problem}`)].join('\n');
    })
    .join('\n');
}
