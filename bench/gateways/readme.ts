/** Writes the latest results to the README of the repository: the plot and the columns that matter most. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readLatest } from './results.ts';
import { writeTable, type Table } from './table.ts';

const root = new URL('../../', import.meta.url);
const readme = fileURLToPath(new URL('README.md', root));
const folder = fileURLToPath(new URL('bench/results/', root));
const begin = '<!-- bench: written by npm run bench:gateways -- --readme -->';
const end = '<!-- /bench -->';
const columns = ['whole-1k', 'whole-100k', 'translated', 'stream-10000', 'stream-translated-back'];

/**
 * Replaces what is between the marks.
 * @throws {Error} when the README has no marks, or there are no results
 */
export function writeReadme(): void {
  const { name, results } = readLatest(folder);
  const text = readFileSync(readme, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no ${begin} and ${end}.`);
  const table = results.tables.find(({ id }) => id === 'cpu');
  const shown = [`![Times the CPU time of nginx](bench/results/${name}.svg)`, ''];
  if (table !== undefined) shown.push(...writeShort(table), '');
  const block = [begin, '', ...shown].join('\n');
  writeFileSync(readme, `${text.slice(0, from)}${block}${text.slice(to)}`);
}

/** The lines of the table alone, with some of its columns. */
function writeShort(table: Table): string[] {
  const chosen = { ...table, columns: table.columns.filter(({ id }) => columns.includes(id)) };
  return writeTable(chosen)
    .split('\n')
    .filter((line) => line.startsWith('|') || /^\d+\. /.test(line));
}
